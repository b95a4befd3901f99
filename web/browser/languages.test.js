/** The languages of the page: their words are complete, and the page speaks them. */

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { languages } from '../page/js/languages/language.js';
import { speaker } from '../page/js/languages/say.js';
import { check } from './axe.js';
import {
  click,
  move,
  newGame,
  saved,
  serve,
  show,
  shows,
  sizes,
  status,
  withPage,
  withoutVersion,
} from './harness.js';

/** @typedef {Record<string, unknown>} Words */

serve();

const folder = new URL('../page/js/languages/', import.meta.url);

/** The words of a part of a language. @param {string} code @param {string} part @returns {Promise<Words>} */
const read = async (code, part) => (await import(new URL(`${code}/${part}`, folder).href)).words;

/** @param {unknown} value @returns {value is Words} */
const isGroup = (value) => typeof value === 'object' && value !== null;

/** Whether something is a message with plural forms. @param {unknown} value @returns {value is Words} */
const isPlural = (value) => isGroup(value) && typeof value.other === 'string';

/**
 * The messages by their paths.
 * @param {unknown} value
 * @param {string} path
 * @returns {[string, unknown][]}
 */
function messages(value, path = '') {
  if (!isGroup(value) || isPlural(value)) return [[path, value]];
  return Object.entries(value).flatMap(([key, inner]) => messages(inner, `${path}/${key}`));
}

/** The values that a text needs. @param {unknown} text */
const holes = (text) => [...String(text).matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

const parts = readdirSync(new URL('en/', folder));

test('each folder is a language that can be chosen', () => {
  const folders = readdirSync(folder, { withFileTypes: true });
  const codes = folders.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  assert.deepEqual(codes.sort(), Object.keys(languages).sort());
});

for (const code of Object.keys(languages)) {
  test(`no word is missing or left over, and the values agree: ${code}`, async () => {
    assert.deepEqual(readdirSync(new URL(`${code}/`, folder)), parts);
    const { pluralCategories } = new Intl.PluralRules(code).resolvedOptions();
    for (const part of parts) {
      const english = new Map(messages(await read('en', part)));
      const own = new Map(messages(await read(code, part)));
      assert.deepEqual([...own.keys()], [...english.keys()]);
      for (const [path, message] of own) {
        const model = english.get(path);
        assert.equal(isPlural(message), isPlural(model), path);
        const values = holes(isPlural(model) ? model.other : model);
        const forms = isPlural(message) ? Object.entries(message) : [['', message]];
        for (const [form, text] of forms) {
          assert.ok(typeof text === 'string' && text.trim() === text && text, `${path} ${form}`);
          assert.deepEqual(holes(text), values, `${path} ${form}`);
          assert.ok(form === '' || pluralCategories.some((known) => known === form), path);
        }
        if (isPlural(message)) assert.ok(message.one && values.includes('count'), path);
      }
    }
  });
}

test('a translation differs from English in nearly all its texts', async () => {
  for (const code of Object.keys(languages).filter((code) => code !== 'en')) {
    for (const part of parts) {
      const english = new Map(messages(await read('en', part)));
      const own = messages(await read(code, part));
      const same = own.filter(([path, text]) => text === english.get(path));
      assert.ok(same.length < own.length / 10, `${code}/${part}: ${same.map(([path]) => path)}`);
    }
  }
});

test('every word is used', async () => {
  const scripts = new URL('../page/js/', import.meta.url);
  const files = readdirSync(scripts, { recursive: true, encoding: 'utf8' });
  const text = files
    .filter((name) => name.endsWith('.js') && !name.startsWith('languages/'))
    .map((name) => readFileSync(new URL(name, scripts), 'utf8'))
    .join('\n');
  // Groups whose keys come from the program or from a table.
  const open = /^\/(\w+\/)?(tabs|closedFor|wellKnown|\w*[rR]easons|unproven|goals|proven|themes)\//;
  const tables =
    /^\/(\w+\/)?(players|times|eloNames|judgements|glyphs|ahead|pieces|special|threats|beginnings)\//;
  const more =
    /^\/\w+\/(names|tasks|results|saveAs|endings|answers|difficulties|parts|fields|options|missing|squares)\//;
  for (const part of parts) {
    for (const [path] of messages(await read('en', part))) {
      if ([open, tables, more].some((form) => form.test(path))) continue;
      const key = path
        .replace(/\/(attackers|defenders)$/, '')
        .split('/')
        .at(-1);
      assert.match(text, new RegExp(`[.?]${key}\\b|[{,] ${key}\\b`), path);
    }
  }
});

test('values are filled in by the conventions of the language', () => {
  const message = { one: '{count} Zug in {place}', other: '{count} Züge in {place}' };
  assert.equal(speaker('de')(message, { count: 1, place: 'a1' }), '1 Zug in a1');
  assert.equal(speaker('de')(message, { count: 12345, place: 'a1' }), '12.345 Züge in a1');
  assert.equal(speaker('en')('{elo} Elo', { elo: 1140 }), '1140 Elo');
  // A form that the message lacks.
  assert.equal(speaker('en')({ other: '{count}' }, { count: 1 }), '1');
});

for (const [name, viewport] of Object.entries(sizes)) {
  test(`the browser's language is spoken on a ${name}`, async () => {
    await withPage({ viewport, locale: 'de-AT' }, async (page) => {
      /** @type {string[]} */
      const loaded = [];
      page.on('request', (request) => loaded.push(withoutVersion(request.url())));
      await page.reload();
      await page.waitForSelector('html[lang=de] body[data-ready]');
      const words = loaded.filter((path) => /languages\/\w+\/main/.test(path));
      assert.deepEqual(words.sort(), ['/js/languages/de/main.js', '/js/languages/en/main.js']);
      await page.getByRole('link', { name: 'Spielen' }).waitFor();
      await check(page);
      await page.getByRole('button', { name: 'Los', exact: true }).click();
      await shows(status(page), 'Angreifer am Zug');
      await show(page, 'rules');
      await shows(page.locator('.rules-body h3').first(), 'Brett');
      await shows(page.locator('.rules-body li').first(), /^Das Brett hat 7 mal 7 Felder\./);
      await shows(page.locator('.rules-body .quiet'), /^Quelle: /);
      await check(page);
    });
  });
}

test('the rules are explained in every language', async () => {
  /** @type {Map<string, string[]>} */
  const told = new Map();
  for (const locale of Object.keys(languages)) {
    await withPage(
      { viewport: sizes.desktop, locale },
      async (page) => {
        await page.locator('.rules-body li').first().waitFor();
        told.set(locale, await page.locator('.rules-body li').allTextContents());
      },
      'rules',
    );
  }
  const english = told.get('en') ?? [];
  for (const [locale, sentences] of told) {
    assert.equal(sentences.length, english.length, locale);
    if (locale === 'en') continue;
    assert.ok(!sentences.some((sentence) => english.includes(sentence)), locale);
  }
});

test('every tab is seen in every language, on one line in wide windows', async () => {
  const screens = [
    { width: 1440, height: 900 },
    { width: 1280, height: 800 },
    { width: 1024, height: 768 },
    { width: 1024, height: 640 },
    { width: 1024, height: 600 },
    { width: 820, height: 1180 },
    { width: 390, height: 844 },
    { width: 844, height: 390 },
  ];
  for (const locale of Object.keys(languages)) {
    await withPage({ locale, hasTouch: true }, async (page) => {
      for (const viewport of screens) {
        await page.setViewportSize(viewport);
        const { cut, lines } = await page.locator('.top nav').evaluate((nav) => {
          const room = nav.getBoundingClientRect();
          const tabs = /** @type {HTMLElement[]} */ ([...nav.querySelectorAll('.tab')]);
          // As if there were a match to watch.
          for (const tab of tabs) tab.hidden = false;
          const boxes = tabs.map((tab) => tab.getBoundingClientRect());
          const cut = boxes.filter(
            ({ left, right, bottom }) =>
              left < room.left - 1 || right > room.right + 1 || bottom > room.bottom + 1,
          );
          return { cut: cut.length, lines: new Set(boxes.map(({ top }) => top)).size };
        });
        const at = `${locale} at ${viewport.width}×${viewport.height}`;
        assert.equal(cut, 0, at);
        assert.ok(lines === 1 || viewport.width < 1024, at);
      }
    });
  }
});

test('the room in which rules are changed belongs to the rules', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      await page.locator('.design').waitFor();
      const here = page.locator('.tab[aria-current]');
      await shows(here, 'Rules');
      await here.click();
      await page.locator('.lessons').waitFor();
      assert.equal(await here.getAttribute('aria-current'), 'page');
    },
    'design',
  );
});

test('a language is chosen and kept', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    await page.getByLabel('Language').selectOption('Français');
    await page.waitForSelector('html[lang=fr] body[data-ready]');
    await page.getByRole('button', { name: 'Commencer' }).waitFor();
    await page.reload();
    await page.waitForSelector('html[lang=fr] body[data-ready]');
    await page.getByLabel('Langue').selectOption('English');
    await page.waitForSelector('html[lang=en] body[data-ready]');
  });
});

for (const code of Object.keys(languages)) {
  test(`nothing runs out of a phone in any room: ${code}`, async () => {
    await withPage({ viewport: sizes.phone, locale: code }, async (page) => {
      for (const view of ['play', 'analyse', 'puzzles', 'rules', 'records']) {
        await show(page, view);
        await page.waitForSelector(`body[data-view=${view}]`);
        const wide = await page.evaluate(() =>
          [...document.querySelectorAll('.side *, .lower *')]
            .filter((place) => place.getBoundingClientRect().right > innerWidth + 1)
            .filter((place) => !place.closest('.plate, .cards, .line-moves'))
            .map((place) => `${place.tagName} ${place.className}: ${place.textContent}`),
        );
        assert.deepEqual(wide, [], view);
      }
    });
  });
}

/** The rooms with lists of choices, and where these are. */
const forms = { play: '.form', puzzles: '.puzzle-panel', design: '.design' };

for (const [name, viewport] of Object.entries(sizes)) {
  test(`choices are not cut in forms and filters on a ${name}`, async () => {
    for (const locale of Object.keys(languages)) {
      await withPage({ viewport, locale, hasTouch: name === 'phone' }, async (page) => {
        for (const [view, places] of Object.entries(forms)) {
          await show(page, view);
          await page.waitForSelector(`body[data-view=${view}]`);
          await page.evaluate((places) => {
            for (const more of document.querySelectorAll(`${places} details`))
              more.setAttribute('open', '');
          }, places);
          await page.locator(`${places} select`).first().waitFor();
          assert.deepEqual(
            await page.evaluate(cutChoices, `${places} select`),
            [],
            `${locale} ${view}`,
          );
        }
      });
    }
  });
}

/**
 * The choices that a list shows on one line although they are longer. Runs in the page.
 * @param {string} lists
 */
function cutChoices(lists) {
  const pen = document.createElement('canvas').getContext('2d');
  if (!pen) throw new Error('no canvas');
  const found = /** @type {HTMLSelectElement[]} */ ([...document.querySelectorAll(lists)]);
  return found.flatMap((list) => {
    const { font, lineHeight, paddingInlineStart, paddingInlineEnd } = getComputedStyle(list);
    const padding = parseFloat(paddingInlineStart) + parseFloat(paddingInlineEnd);
    pen.font = font;
    const { value } = list;
    const cut = [...list.options].filter((option) => {
      list.value = option.value;
      const isLong = pen.measureText(option.text).width > list.clientWidth - padding + 1;
      return list.clientWidth > 0 && isLong && list.clientHeight < 2 * parseFloat(lineHeight);
    });
    list.value = value;
    return cut.map(({ text }) => text);
  });
}

test('styles name no left or right, so that the page can run from right to left', () => {
  const styles = new URL('../page/css/', import.meta.url);
  const sided =
    /^\s*(?:(?:margin|padding|border)-(?:left|right)|left|right|text-align: (?:left|right)|float)\b.*/gm;
  for (const name of readdirSync(styles)) {
    const text = readFileSync(new URL(name, styles), 'utf8');
    assert.deepEqual(text.match(sided), null, name);
  }
});

test('the page can run from right to left', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    await page.evaluate(() => (document.documentElement.dir = 'rtl'));
    await newGame(page, { ruleset: 'tablut', players: 'both' });
    await click(page, 'e2');
    await click(page, 'g2');
    await shows(status(page), 'Defenders to move');
    const [board, side] = await page.evaluate(() =>
      ['.board', '.side'].map((part) => document.querySelector(part)?.getBoundingClientRect().x),
    );
    assert.ok(board && side !== undefined && side < board, 'the panels are on the left');
    const files = await page.evaluate(() =>
      ['a1', 'i1'].map((square) =>
        Number(document.querySelector(`[data-square=${square}]`)?.getBoundingClientRect().x),
      ),
    );
    assert.ok(files[0] < files[1], 'the board is not mirrored');
  });
});

test('the players of a game have their names in the language of the page', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    const names = page.locator('.plate-name');
    const listed = page.locator('.saved-game .quiet');
    await newGame(page, { ruleset: 'brandubh-macwhite' });
    await move(page, 'd1', 'b1');
    const level = /, level \d+ \(\S+ Elo\)/;
    await shows(names.first(), level);
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await show(page, 'records');
    await shows(listed, level);
    // A game of the list that is not on the board.
    await show(page, 'play');
    await page.getByRole('button', { name: 'New game' }).click();
    await page.getByLabel('Language').selectOption('de');
    await page.waitForSelector('html[lang=de] body[data-ready]');
    await show(page, 'records');
    await shows(listed, /^Spieler – [^,]+, Stufe \d+ \(/);
    await page.locator('.saved-game').click();
    await shows(names.first(), /, Stufe \d+ \(/);
    await shows(names.last(), 'Spieler');
    await show(page, 'records');
    const record = (await saved(page, 'Aufzeichnung')).bytes.toString();
    assert.match(record, /\[Attackers "Spieler"\]/);
    assert.match(record, /\[Defenders "[^"]*, Stufe \d+ [^"]*"\]/);
  });
});
