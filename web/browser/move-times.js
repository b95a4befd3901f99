/** The times until a move is shown, for `timing.test.js` and `npm run measure`. */

/** Runs in the page: measures the time from a click, and from the engine's answer, to the frame with the move. */
export function watchMoves() {
  const seen = { clicks: /** @type {number[]} */ ([]), answers: /** @type {number[]} */ ([]) };
  Object.assign(window, { moveTimes: seen });
  let [clicked, answered] = [0, 0];
  addEventListener('pointerdown', () => (clicked = performance.now()), true);
  const listen = WebSocket.prototype.addEventListener;
  WebSocket.prototype.addEventListener = function (/** @type {any[]} */ ...args) {
    // Take the time before the page handles the message.
    if (args[0] === 'message') {
      listen.call(this, 'message', (event) => {
        const { data } = /** @type {MessageEvent} */ (event);
        if (/^bestmove/m.test(String(data))) answered = performance.now();
      });
    }
    return Reflect.apply(listen, this, args);
  };
  new MutationObserver((changes) => {
    const isMove = changes.some(
      ({ target }) => target instanceof Element && target.matches('.moves'),
    );
    if (!isMove) return;
    const [list, since] = answered ? [seen.answers, answered] : [seen.clicks, clicked];
    [clicked, answered] = [0, 0];
    // A timeout set in a frame runs after the frame has been painted.
    if (since) requestAnimationFrame(() => setTimeout(() => list.push(performance.now() - since)));
  }).observe(document, { subtree: true, childList: true });
}

/**
 * The measured times, in milliseconds.
 * @param {import('playwright-core').Page} page
 * @returns {Promise<{ clicks: number[], answers: number[] }>}
 */
export function timesOf(page) {
  return page.evaluate(() => /** @type {any} */ (window).moveTimes);
}

/** @param {number[]} times */
export const median = (times) => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)];
