/** Text of the exercises, the review of a game, and threats. */

import { numberText } from './languages/language.js';
import { say, words } from './languages/words.js';

/** @typedef {import('./connection/rules.js').Side} Side */

export const lessonTexts = {
  ...words.lessons,
  /** What to do in an exercise. @param {keyof typeof words.lessons.tasks} name @param {string} moves those before it */
  task: (name, moves) => say(words.lessons.tasks[name], { moves }),
  /** What is wrong with a move. @param {keyof typeof words.lessons.answers} kind @param {string} move the reply */
  answer: (kind, move) => say(words.lessons.answers[kind], { move }),
  /** @param {string} square */
  gapAt: (square) => say(words.lessons.gapAt, { square }),
  /** @param {string} source */
  source: (source) => say(words.lessons.source, { source }),
};

const { review } = words;

export const reviewTexts = {
  ...review,
  /** @param {number | null} attackers percentage @param {number | null} defenders */
  accuracy(attackers, defenders) {
    const { accuracyOf } = review;
    if (attackers !== null && defenders !== null) {
      const shares = { attackers: numberText(attackers), defenders: numberText(defenders) };
      return say(review.accuracy, shares);
    }
    // A side that has not moved has none.
    if (attackers !== null) return say(accuracyOf.attackers, { share: numberText(attackers) });
    if (defenders !== null) return say(accuracyOf.defenders, { share: numberText(defenders) });
    return '';
  },
  /** @param {string} move @param {string} judgement @param {string} better */
  mistake: (move, judgement, better) =>
    better
      ? say(review.better, { move, judgement, better })
      : say(review.mistake, { move, judgement }),
  /** @param {number} count */
  practise: (count) => say(review.practise, { count }),
  /** @param {Side} side */
  find: (side) => review.find[side],
  /** @param {string} move */
  thinking: (move) => say(review.thinking, { move }),
  /** @param {string} move */
  right: (move) => say(review.right, { move }),
  /** @param {string} move */
  same: (move) => say(review.same, { move }),
  /** @param {string} move @param {string} reply */
  wrong: (move, reply) =>
    reply ? say(review.wrongBecause, { move, reply }) : say(review.wrong, { move }),
};

const { threatened } = words;

export const threatTexts = {
  show: threatened.show,
  /**
   * What a side threatens.
   * @param {Side} side @param {{ text: string }[]} wins @param {{ text: string }[]} captures
   */
  told(side, wins, captures) {
    const list = (/** @type {{ text: string }[]} */ moves) =>
      moves.map(({ text }) => text).join(', ');
    const told = [
      wins.length > 0 && say(threatened.wins[side], { moves: list(wins) }),
      captures.length > 0 && say(threatened.captures[side], { moves: list(captures) }),
    ];
    return told.filter(Boolean).join(' ') || threatened.none[side];
  },
};
