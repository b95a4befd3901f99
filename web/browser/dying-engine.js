/** An engine that ends in the middle of a search, for tests. */

/**
 * Reloads the page with an engine whose searches can be made to end it.
 * @param {import('playwright-core').Page} page
 * @returns {Promise<{ dies: boolean }>} whether its next search ends the engine, and those of later engines do not
 */
export async function withDyingEngine(page) {
  const engine = { dies: false };
  await page.routeWebSocket(/\/engine/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((line) => {
      if (engine.dies && String(line).startsWith('go ')) {
        engine.dies = false;
        server.close();
        socket.close({ code: 1000, reason: 'ended' });
      } else server.send(String(line));
    });
  });
  await page.reload();
  await page.waitForSelector('body[data-ready]');
  return engine;
}
