/** The form that begins a game. */

import { button, el, fill, labelled, select } from '../dom.js';
import { keep, recall } from '../settings.js';
import { texts } from '../texts.js';

/**
 * @typedef {import('./play.js').Terms} Terms
 * @typedef {import('../connection/rules.js').RulesetName} RulesetName
 */

/** The value of the choice to write a rules string. */
const OWN = '';

const defaults = {
  variant: 'brandubh-macwhite',
  string: '',
  players: 'attackers',
  strength: 0,
  time: 'move',
  seconds: '1',
  minutes: '10',
  increment: '5',
};

/**
 * A list of the rulesets by the size of their boards.
 * @param {RulesetName[]} rulesets
 * @param {string} chosen nothing is, if it is none of them
 */
export function rulesetList(rulesets, chosen) {
  const list = el('select', {});
  const sizes = [...new Set(rulesets.map(({ side }) => side))].sort((a, b) => a - b);
  for (const size of sizes) {
    const group = el('optgroup', { label: texts.boards(size) });
    for (const { name, title } of rulesets.filter(({ side }) => side === size)) {
      group.append(el('option', { value: name, selected: name === chosen }, title));
    }
    list.append(group);
  }
  if (!rulesets.some(({ name }) => name === chosen)) list.value = '';
  return list;
}

/**
 * @param {string} name
 * @param {string} value
 * @param {Record<string, string | number>} limits
 */
function number(name, value, limits) {
  return el('input', { type: 'number', name, value, required: true, ...limits });
}

/**
 * The form.
 * @param {RulesetName[]} rulesets
 * @param {{ min: number, max: number } | null} strengths
 * @param {{ variant: string, fen: string } | null} here a position that a game may begin with
 * @param {(terms: Terms) => void} begin
 */
export function newGameForm(rulesets, strengths, here, begin) {
  const kept = { ...defaults, ...recall('new-game', {}) };
  const variants = rulesetList(rulesets, kept.variant);
  variants.append(el('option', { value: OWN, selected: kept.variant === OWN }, texts.ownRules));
  const string = el('input', {
    type: 'text',
    name: 'string',
    value: kept.string,
    spellcheck: 'false',
  });
  const stringField = labelled(texts.rulesString, string, { hint: texts.rulesStringHint });
  const players = select(Object.entries(texts.players), kept.players);
  const beginning = select(Object.entries(texts.beginnings), 'start');
  const beginningField = labelled(texts.beginning, beginning);
  const time = select(Object.entries(texts.times), kept.time);
  const seconds = number('seconds', kept.seconds, { min: 0.1, max: 600, step: 0.1 });
  const minutes = number('minutes', kept.minutes, { min: 0.5, max: 180, step: 0.5 });
  const increment = number('increment', kept.increment, { min: 0, max: 60, step: 1 });
  const strength = strengthField(strengths, kept.strength);
  const details = el('div', { class: 'fields' });

  const update = () => {
    beginningField.hidden = here?.variant !== (variants.value || string.value.trim());
    stringField.hidden = variants.value !== OWN;
    const engineless = players.value === 'both';
    const onlyEngines = players.value === 'none';
    const none = time.querySelector('option[value=none]');
    const move = time.querySelector('option[value=move]');
    if (none instanceof HTMLOptionElement) none.disabled = !engineless;
    if (move instanceof HTMLOptionElement) move.disabled = engineless;
    if (engineless && time.value === 'move') time.value = 'none';
    if (!engineless && time.value === 'none') time.value = 'move';
    strength.element.hidden = !strengths || engineless || onlyEngines;
    fill(
      details,
      time.value === 'move' && labelled(texts.secondsPerMove, seconds),
      time.value === 'clock' && labelled(texts.minutes, minutes),
      time.value === 'clock' && labelled(texts.increment, increment),
    );
  };
  for (const list of [variants, string, players, time]) list.addEventListener('change', update);

  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const chosen = {
      variant: variants.value,
      string: string.value.trim(),
      players: players.value,
      strength: strength.value(),
      time: time.value,
      seconds: seconds.value,
      minutes: minutes.value,
      increment: increment.value,
    };
    keep('new-game', chosen);
    const fromHere = !beginningField.hidden && beginning.value === 'here';
    const fen = fromHere && here ? here.fen : null;
    begin({ ...termsOf(chosen, strengths !== null), fen });
  };
  const form = el(
    'form',
    { class: 'panel form', 'aria-label': texts.newGame, onsubmit: submit },
    el('h2', {}, texts.newGame),
    labelled(texts.ruleset, variants),
    stringField,
    beginningField,
    labelled(texts.youPlay, players),
    labelled(texts.thinking, time),
    details,
    strength.element,
    button(texts.start, () => {}, { type: 'submit', class: 'button primary' }),
  );
  update();
  return form;
}

/**
 * The strength of the engine, from its least to all it has.
 * @param {{ min: number, max: number } | null} strengths
 * @param {number} kept 0 for all of it
 */
function strengthField(strengths, kept) {
  const { min, max } = strengths ?? { min: 0, max: 0 };
  const step = 50;
  const full = Math.ceil(max / step) * step + step;
  const range = el('input', { type: 'range', min, max: full, step, value: kept || full });
  const shown = el('output', {});
  const value = () => (Number(range.value) > max ? 0 : Number(range.value));
  const show = () => {
    const elo = value();
    shown.textContent = elo ? texts.elo(elo) : texts.fullStrength;
    range.setAttribute('aria-valuetext', shown.textContent);
  };
  range.addEventListener('input', show);
  show();
  const element = labelled(texts.strength, el('span', { class: 'range' }, range, shown), {
    control: range,
  });
  return { element, value };
}

/**
 * @param {typeof defaults} chosen
 * @param {boolean} hasStrengths
 * @returns {Omit<Terms, 'fen'>}
 */
function termsOf(chosen, hasStrengths) {
  const engine = (/** @type {string} */ side) =>
    chosen.players === 'none' || (chosen.players !== 'both' && chosen.players !== side);
  /** @type {Terms['time']} */
  let time = { kind: 'none' };
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
