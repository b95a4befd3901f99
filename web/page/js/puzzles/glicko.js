/**
 * The player's rating, by Glicko-2.
 *
 * Source: M. Glickman, "Example of the Glicko-2 system", 2022, glicko.net/glicko/glicko2.pdf. The
 * numbers of the comments are its steps.
 */

/**
 * @typedef {object} Rating
 * @property {number} rating
 * @property {number} deviation
 * @property {number} volatility
 */

/**
 * The rating of a new player. With Glicko's usual deviation of 350, one missed puzzle would cost a third of the rating.
 * @type {Rating}
 */
export const NEW_PLAYER = { rating: 1200, deviation: 200, volatility: 0.06 };

/** How much the volatility may change. */
const TAU = 0.5;

/** Glicko's units in one of its own. */
const SCALE = 173.7178;

/** The lowest deviation, so that a rating keeps moving. */
const MIN_DEVIATION = 45;

/** When the volatility is found, in its logarithm. */
const TOLERANCE = 1e-6;

/**
 * The rating after a period of games, such as attempts at puzzles.
 * @param {Rating} player
 * @param {{ rating: number, deviation: number, won: boolean }[]} games by their opponents; at least one
 * @returns {Rating}
 */
export function rate(player, games) {
  // 2: to the scale of Glicko-2.
  const phi = player.deviation / SCALE;
  let [information, surprise] = [0, 0];
  for (const { rating, deviation, won } of games) {
    // 3 and 4: what the result says by itself.
    const weight = 1 / Math.sqrt(1 + (3 * (deviation / SCALE) ** 2) / Math.PI ** 2);
    const expected = 1 / (1 + Math.exp((-weight * (player.rating - rating)) / SCALE));
    information += weight ** 2 * expected * (1 - expected);
    surprise += weight * ((won ? 1 : 0) - expected);
  }
  // 5 to 8.
  const volatility = newVolatility(player.volatility, phi, 1 / information, surprise / information);
  const after = 1 / Math.sqrt(1 / (phi ** 2 + volatility ** 2) + information);
  return {
    rating: player.rating + SCALE * after ** 2 * surprise,
    deviation: Math.max(MIN_DEVIATION, SCALE * after),
    volatility,
  };
}

/**
 * Step 5: the root of a function, by the Illinois method.
 * @param {number} volatility
 * @param {number} phi
 * @param {number} variance
 * @param {number} delta
 */
function newVolatility(volatility, phi, variance, delta) {
  const a = Math.log(volatility ** 2);
  const f = (/** @type {number} */ x) => {
    const sum = phi ** 2 + variance + Math.exp(x);
    return (Math.exp(x) * (delta ** 2 - sum)) / (2 * sum ** 2) - (x - a) / TAU ** 2;
  };
  let [low, high] = [a, a - TAU];
  if (delta ** 2 > phi ** 2 + variance) high = Math.log(delta ** 2 - phi ** 2 - variance);
  else while (f(high) < 0) high -= TAU;
  let [atLow, atHigh] = [f(low), f(high)];
  while (Math.abs(high - low) > TOLERANCE) {
    const next = low + ((low - high) * atLow) / (atHigh - atLow);
    const atNext = f(next);
    if (atNext * atHigh <= 0) [low, atLow] = [high, atHigh];
    else atLow /= 2;
    [high, atHigh] = [next, atNext];
  }
  return Math.exp(low / 2);
}
