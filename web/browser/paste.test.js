/** Any text can be pasted, whatever the current rules. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  address,
  counts,
  eventually,
  move,
  serve,
  show,
  shows,
  sizes,
  withPage,
} from './harness.js';

/** @typedef {import('playwright-core').Page} Page */

const OF_THE_SITE = new URL('../../docs/samples/right.json', import.meta.url);

serve();

/** @param {Page} page @param {string} text */
async function paste(page, text) {
  await show(page, 'records');
  await page.getByLabel(/Or paste/).fill(text);
  await page.getByRole('button', { name: 'Read', exact: true }).click();
}

/** Waits for the title of the current rules. @param {Page} page @param {string} name */
async function rulesAre(page, name) {
  await page.waitForSelector('body[data-view=analyse]');
  await show(page, 'rules');
  await page.getByRole('heading', { name, exact: true }).waitFor();
}

test('numbered moves, as the page itself shows them', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      await paste(page, '1. d1-c1 d3-b3');
      await counts(page.locator('.moves .move'), 2);
      await show(page, 'analyse');
      const shown = await page.locator('.moves').innerText();
      await paste(page, `${shown} 2. c1-c2`);
      await counts(page.locator('.moves .move'), 3);
      await paste(page, '1. d1-c1 d3-b3\n2. c1-c2\n\n1. d1-b1');
      await page.getByText('2 games found.').waitFor();
      await paste(page, '1. D1-E1 D3-B3');
      await shows(page.locator('.moves'), /d1-e1.*d3-b3/);
    },
    address('analyse', { variant: 'brandubh-macwhite' }),
  );
});

test('moves with comments, a result and the tag of their rules', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      await paste(
        page,
        '[Variant "brandubh-macwhite"]\n1. d1-c1 {a brace} d3-b3 # a remark {of words\n2. c1-c2 *',
      );
      await rulesAre(page, "Brandubh, MacWhite's rules");
      await show(page, 'analyse');
      await counts(page.locator('.moves .move'), 3);
      await paste(page, '[Variant "brandubh-macwhite"]\n1. d1-c1 {left open d3-b3');
      await shows(page.locator('.facts.error'), /not closed/);
      await paste(page, 'd1-a1 d3-b3');
      await shows(page.locator('.facts.error'), /move 1: “d1-a1” is not possible here \(\w/);
    },
    address('analyse', { variant: 'copenhagen' }),
    /422/,
  );
});

test('positions and rules of another board size', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      const rules = await page
        .evaluate(() => null)
        .then(async () => {
          await show(page, 'records');
          return page.getByLabel('Rules string', { exact: true }).inputValue();
        });
      assert.match(rules, /dim:7/);
      const toCopenhagen = async () => {
        await show(page, address('analyse', { variant: 'copenhagen' }));
        await rulesAre(page, 'Copenhagen Hnefatafl');
      };
      await toCopenhagen();
      await paste(page, '/3t3/7/3T3/ttTKTtt/3T3/7/3t3/ defenders');
      await rulesAre(page, "Brandubh, MacWhite's rules");
      await show(page, 'records');
      await page.getByText("Read under these rules: Brandubh, MacWhite's rules.").waitFor();
      await counts(page.locator('.board .piece-t'), 6);
      await toCopenhagen();
      await paste(page, '3t3/7/3T3/ttTKTtt/3T3/7/3t3 a');
      await rulesAre(page, "Brandubh, MacWhite's rules");
      await toCopenhagen();
      await paste(page, rules);
      await rulesAre(page, "Brandub, OpenTafl's reading");
      await toCopenhagen();
      await paste(page, '1. e2-g2 f5-f6 2. a4-a3');
      await rulesAre(page, "Tablut, Nielsen's historical rules");
    },
    address('analyse', { variant: 'brandub-opentafl' }),
    /422/,
  );
});

test('moves are read under the rules that are chosen, at first those on the board', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      await show(page, 'records');
      const rules = page.getByLabel('Rules for moves and positions that name no ruleset');
      assert.equal(await rules.inputValue(), 'brandubh-macwhite');
      await rules.selectOption('tablut');
      await paste(page, '1. e2-g2');
      await rulesAre(page, "Tablut, Nielsen's historical rules");
      await show(page, 'records');
      assert.equal(await rules.inputValue(), 'tablut');
      // Own rules are listed while they are on the board.
      await paste(page, 'dim:7 esc:e start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/');
      await page.waitForSelector('body[data-view=analyse]');
      await show(page, 'records');
      assert.match(await rules.inputValue(), /^dim:7/);
    },
    address('analyse', { variant: 'brandubh-macwhite' }),
  );
});

test('moves are read under the alternate rules of the board', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      await paste(page, '1. e2-g2 f5-f6');
      await counts(page.locator('.moves .move'), 2);
      await page.waitForSelector('body[data-view=analyse]');
      await show(page, 'records');
      const link = page.getByRole('textbox', { name: 'Link to this position' });
      await eventually(() => link.inputValue(), /variant=tablut&rules=KingMove%3Dstep/);
    },
    address('analyse', { variant: 'tablut', rules: 'KingMove=step' }),
  );
});

test('as many games are listed as are found', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      await paste(page, 'd1-c1\n'.repeat(2000));
      await page.getByText(/^2.?000 games found\.$/).waitFor();
      await counts(page.locator('.games li'), 2000);
    },
    address('analyse', { variant: 'brandubh-macwhite' }),
  );
});

test('texts that are too long are refused in plain words', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      await show(page, 'records');
      await page.getByLabel(/Or paste/).evaluate((field) => {
        if (field instanceof HTMLTextAreaElement) field.value = 'd1-c1 '.repeat(800_000);
      });
      await page.getByRole('button', { name: 'Read', exact: true }).click();
      await shows(page.locator('.facts.error'), 'That did not work: the text is longer than 4 MB');
    },
    'records',
  );
});

test('one tab too many gets an explanation', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      /** @type {Page[]} */
      const tabs = [];
      for (let tab = 0; tab < 6; tab += 1) tabs.push(await page.context().newPage());
      const url = page.url();
      for (const [at, tab] of [page, ...tabs].entries()) {
        await tab.goto(url);
        await tab.waitForSelector('body[data-ready]');
        // The engines of earlier tests may take a moment to end. All tabs but the last get one.
        const hasEngine = async () => {
          const found = await tab.getByLabel('Engine strength').isVisible();
          if (!found) await tab.reload();
          await tab.waitForSelector('body[data-ready]');
          return String(found);
        };
        if (at < 6) await eventually(hasEngine, 'true');
      }
      const explanation = /too many tabs have this page open.*reload this one\.$/;
      await shows(tabs[5].getByRole('alert'), explanation);
      await tabs[5].getByRole('button', { name: 'Start', exact: true }).click();
      await tabs[5].locator('.game-panel').waitFor();
      await move(tabs[5], 'd1', 'b1');
      await shows(tabs[5].locator('.game-panel .note'), explanation);
      // The game goes on once there is an engine for it.
      await tabs[0].close();
      const moves = tabs[5].locator('.moves .move');
      const goesOn = async () => {
        await tabs[5].reload();
        await tabs[5].waitForSelector('body[data-ready]');
        await moves
          .nth(1)
          .waitFor({ timeout: 5000 })
          .catch(() => {});
        return String(await moves.count());
      };
      await counts(moves, 1);
      await eventually(goesOn, '2');
    },
    'play',
  );
});

test('a link to a position and a game of hnefatafl.org are read under their own rules', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      await show(page, 'records');
      const json = page.getByRole('button', { name: 'hnefatafl.org JSON' });
      const link = await page.getByLabel(/^Link to this position/).inputValue();
      await paste(page, readFileSync(OF_THE_SITE, 'utf8'));
      await counts(page.locator('.moves .move'), 4);
      await rulesAre(page, "Copenhagen Hnefatafl, hnefatafl.org's rules");
      await show(page, 'records');
      assert.ok(await json.isVisible());
      await paste(page, link);
      await counts(page.locator('.moves .move'), 1);
      await rulesAre(page, "Brandubh, MacWhite's rules");
      await show(page, 'records');
      assert.ok(await json.isHidden());
    },
    address('analyse', { variant: 'brandubh-macwhite', moves: 'd1c1' }),
  );
});

test('the attackers stand before the defenders, whatever the script of their names', async () => {
  const record = (/** @type {string} */ attackers, /** @type {string} */ defenders) =>
    `[Variant "brandubh-macwhite"]\n[Attackers "${attackers}"]\n[Defenders "${defenders}"]\n[Result "draw"]\n\n1. d1-c1 d3-b3 draw\n\n`;
  /** Which name is on the left. @param {import('playwright-core').Locator} row */
  const first = (row) =>
    row
      .locator('bdi')
      .evaluateAll(
        (names) =>
          names.sort((a, b) => a.getBoundingClientRect().left - b.getBoundingClientRect().left)[0]
            .textContent,
      );
  await withPage({ viewport: sizes.desktop }, async (page) => {
    await paste(page, record('משה', 'Anna') + record('דוד', 'משה') + record('Anna', 'דוד'));
    const found = page.getByRole('button', { name: /moves$/ });
    await counts(found, 3);
    assert.deepEqual(await Promise.all([0, 1, 2].map((at) => first(found.nth(at)))), [
      'משה',
      'דוד',
      'Anna',
    ]);
    await found.nth(1).click();
    await page.waitForSelector('body[data-view=analyse]');
    await show(page, 'records');
    const saved = page.locator('.saved-game');
    await shows(saved.locator('.quiet'), /^דוד – משה · /);
    assert.equal(await first(saved), 'דוד');
  });
});
