/**
 * The engine's levels of strength: the Elo of each, from level 0. The last is full strength. They are the
 * table of `protocol.md`, and a test compares them.
 */
export const LEVELS = [
  500, 570, 650, 730, 800, 890, 970, 1040, 1130, 1220, 1330, 1460, 1550, 1680, 1790, 1880, 1960,
  2030, 2100, 2140, 2230,
];
