/**
 * The engine's levels of strength: the Elo of each, from level 0. The last is full strength. They are the
 * table of `protocol.md`, and a test compares them.
 */
export const LEVELS = [
  500, 580, 720, 780, 880, 1020, 1140, 1290, 1350, 1450, 1560, 1650, 1750, 1810, 1870, 1930, 1970,
  2030, 2060, 2100, 2250,
];
