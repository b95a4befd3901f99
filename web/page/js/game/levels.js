/**
 * The engine's levels of strength: the Elo of each, from level 0. The last is full strength. They are the
 * table of `protocol.md`, and a test compares them.
 */
export const LEVELS = [
  500, 590, 640, 690, 760, 840, 920, 990, 1080, 1180, 1280, 1420, 1500, 1630, 1740, 1840, 1920,
  2000, 2060, 2110, 2200,
];
