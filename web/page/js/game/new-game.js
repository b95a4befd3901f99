/** The new-game form. The board shows each choice at once. */

import { el, fill, labelled, select } from '../dom.js';
import { needing } from '../needs.js';
import { keep, recall } from '../settings.js';
import { texts } from '../texts.js';
import { gameCards } from './game-cards.js';
import { ownTitle } from './own-rulesets.js';
import { rulesetList } from './ruleset-list.js';
import { startBar } from './start-bar.js';
import { strengthField } from './strength.js';

/**
 * @typedef {import('./play.js').Terms} Terms
 * @typedef {import('../connection/rules.js').Ruleset} Ruleset
 * @typedef {import('../connection/rules.js').RulesetName} RulesetName
 *
 * @typedef {object} Choices the available choices
 * @property {RulesetName[]} rulesets
 * @property {RulesetName[]} wellKnown
 * @property {import('./strength.js').Strengths | null} strengths
 * @property {string} variant the rules on the board
 * @property {{ variant: string, fen: string, words: string, isShown: boolean } | null} here a position to start from,
 * what it is called, and whether the board shows it
 *
 * @typedef {object} Actions
 * @property {(terms: Terms) => void} begin
 * @property {(variant: string, fen: string | null) => Promise<void>} preview
 * @property {(variant: string) => Promise<Ruleset | null>} describe
 */

/** The value of the choice “Rules string…”. */
const STRING = '';

/** Usual clocks: minutes for each side, and seconds added by each move. */
const CLOCKS = ['1+0', '3+2', '5+3', '10+5', '15+10'];

const defaults = {
  variant: 'brandubh-macwhite',
  string: '',
  players: 'attackers',
  strength: /** @type {number | null} */ (null),
  time: 'move',
  seconds: '1',
  minutes: '10',
  increment: '5',
};

/**
 * @param {string} name
 * @param {string} value
 * @param {Record<string, string | number>} limits
 */
function number(name, value, limits) {
  return el('input', { type: 'number', name, value, required: true, ...limits });
}

/** The list of clocks. @param {string} chosen */
function timeList(chosen) {
  const list = select(Object.entries(texts.times), chosen);
  const group = el('optgroup', { label: texts.clocks });
  for (const clock of CLOCKS) {
    group.append(el('option', { value: clock, selected: clock === chosen }, clock));
  }
  list.querySelector('option[value=clock]')?.before(group);
  return list;
}

/**
 * The form, and a function that reads the terms of the game from it.
 * @param {Choices} choices
 * @param {Actions} actions
 * @returns {{ element: HTMLFormElement, terms: () => Terms | null, fail: (error: unknown) => void, follow: (shown: string, next: Choices['here']) => void }}
 */
export function newGameForm({ rulesets, wellKnown, strengths, variant, here }, actions) {
  const kept = { ...defaults, ...recall('new-game', {}) };
  const isString = !rulesets.some(({ name }) => name === variant) && ownTitle(variant) === null;
  const variants = needing(rulesetList(rulesets, variant));
  variants.append(el('option', { value: STRING, selected: isString }, texts.ownRules));
  const string = el('input', {
    type: 'text',
    name: 'string',
    value: isString ? variant : kept.string,
    spellcheck: 'false',
  });
  const error = el('p', { class: 'error', role: 'alert' });
  const stringField = labelled(texts.rulesString, string, { hint: texts.rulesStringHint });
  const players = select(Object.entries(texts.players), kept.players);
  const beginnings = { ...texts.beginnings, ...(here && { here: here.words }) };
  const beginning = select(Object.entries(beginnings), here?.isShown ? 'here' : 'start');
  const beginningField = labelled(texts.beginning, beginning);
  const time = timeList(kept.time);
  const seconds = number('seconds', kept.seconds, { min: 0.1, max: 600, step: 0.1 });
  const minutes = number('minutes', kept.minutes, { min: 0.5, max: 180, step: 0.5 });
  const increment = number('increment', kept.increment, { min: 0, max: 60, step: 1 });
  const strength = strengthField(strengths, kept.strength);
  const details = el('div', { class: 'fields' });
  const bar = startBar();
  const cards = gameCards(wellKnown, actions.describe, (name) => {
    variants.value = name;
    update();
    preview();
  });

  const named = () => variants.value || string.value.trim();
  const fenOf = () =>
    here && here.variant === named() && beginning.value === 'here' ? here.fen : null;
  const update = () => {
    cards.mark(variants.value);
    beginningField.hidden = here?.variant !== named();
    stringField.hidden = variants.value !== STRING;
    if (stringField.hidden) error.textContent = '';
    string.required = !stringField.hidden;
    const engineless = players.value === 'both';
    const none = time.querySelector('option[value=none]');
    const move = time.querySelector('option[value=move]');
    if (none instanceof HTMLOptionElement) none.disabled = !engineless;
    if (move instanceof HTMLOptionElement) move.disabled = engineless;
    if (engineless && time.value === 'move') time.value = 'none';
    if (!engineless && time.value === 'none') time.value = 'move';
    strength.element.hidden = !strengths || engineless;
    fill(
      details,
      time.value === 'move' && labelled(texts.secondsPerMove, seconds),
      time.value === 'clock' && labelled(texts.minutes, minutes),
      time.value === 'clock' && labelled(texts.increment, increment),
    );
  };
  const fail = (/** @type {unknown} */ fault) => {
    error.textContent = texts.failed(fault instanceof Error ? fault.message : String(fault));
    error.classList.remove('settled');
    error.scrollIntoView({ block: 'nearest' });
  };
  const preview = async () => {
    // Its room stays: a click that leaves the field must still find its button.
    error.classList.add('settled');
    if (named()) await actions.preview(named(), fenOf()).catch(fail);
  };
  for (const list of [variants, string, players, time]) list.addEventListener('change', update);
  for (const list of [variants, string, beginning]) list.addEventListener('change', preview);

  const chosen = () => ({
    variant: variants.value,
    string: string.value.trim(),
    players: players.value,
    strength: strength.value(),
    time: time.value,
    seconds: seconds.value,
    minutes: minutes.value,
    increment: increment.value,
  });
  const summarize = () =>
    bar.summarize(briefTerms(chosen(), strength.element.hidden ? '' : strength.brief()));
  const terms = () => {
    if (!form.checkValidity()) {
      bar.complain(form);
      return null;
    }
    keep('new-game', chosen());
    return { ...termsOf(chosen(), strengths !== null), fen: fenOf() };
  };
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const agreed = terms();
    if (agreed) actions.begin(agreed);
  };
  const form = el(
    'form',
    { class: 'panel form wide', 'aria-label': texts.newGame, novalidate: true, onsubmit: submit },
    el('h2', {}, texts.newGame),
    cards.element,
    labelled(texts.ruleset, variants),
    stringField,
    error,
    beginningField,
    el(
      'div',
      { class: 'field-columns' },
      labelled(texts.youPlay, players),
      labelled(texts.thinking, time),
      strength.element,
      details,
    ),
    bar.element,
  );
  /** The board shows another position. @param {string} shown its ruleset @param {Choices['here']} next null for the usual start */
  const follow = (shown, next) => {
    if (next) {
      here = next;
      const known = beginning.querySelector('option[value=here]');
      if (!known) beginning.append(el('option', { value: 'here' }, next.words));
      else known.textContent = next.words;
    } else if (here?.variant !== shown) return;
    beginning.value = next ? 'here' : 'start';
    update();
  };
  form.addEventListener('input', bar.forgive);
  for (const event of ['input', 'change']) form.addEventListener(event, summarize);
  update();
  summarize();
  return { element: form, terms, fail, follow };
}

/**
 * The side, the strength and the time in few words.
 * @param {{ players: string, time: string, seconds: string, minutes: string, increment: string }} chosen
 * @param {string} strength of the engine; empty if there is none
 */
function briefTerms({ players, time, seconds, minutes, increment }, strength) {
  const side = /** @type {Record<string, string>} */ ({ ...texts.players, ...texts.sides })[
    players
  ];
  const times = /** @type {Record<string, string>} */ ({
    clock: `${minutes}+${increment}`,
    move: texts.briefPerMove(Number(seconds)),
    none: texts.times.none,
  });
  return [side, strength, times[time] ?? time].filter(Boolean).join('\u00a0· ');
}

/**
 * @param {Omit<typeof defaults, 'strength'> & { strength: number }} chosen
 * @param {boolean} hasStrengths
 * @returns {Omit<Terms, 'fen'>}
 */
function termsOf(chosen, hasStrengths) {
  const engine = (/** @type {string} */ side) =>
    chosen.players === 'none' || (chosen.players !== 'both' && chosen.players !== side);
  /** @type {Terms['time']} */
  let time = { kind: 'none' };
  const [minutes, increment] = chosen.time.split('+').map(Number);
  if (CLOCKS.includes(chosen.time)) time = { kind: 'clock', minutes, increment };
  if (chosen.time === 'move') time = { kind: 'move', seconds: Number(chosen.seconds) };
  if (chosen.time === 'clock') {
    time = { kind: 'clock', minutes: Number(chosen.minutes), increment: Number(chosen.increment) };
  }
  return {
    variant: chosen.variant || chosen.string,
    alternates: [],
    players: {
      attackers: engine('attackers') ? 'engine' : 'person',
      defenders: engine('defenders') ? 'engine' : 'person',
    },
    elo: hasStrengths && chosen.strength ? chosen.strength : null,
    time,
  };
}
