/** How squares are described to screen readers. */

/**
 * @param {typeof import('../languages/en/main.js').words} words
 * @param {ReturnType<typeof import('../languages/say.js').speaker>} say
 */
export function labels(words, say) {
  const { board, chosen, pieces, threats, special } = words;
  return {
    board,
    chosen,
    pieces,
    threats,
    /** @param {number} captures */
    canGo: (captures) => (captures > 0 ? say(words.canTake, { count: captures }) : words.canGo),
    /**
     * The kind of a special square; empty for other squares.
     * @param {import('./surface.js').BoardRules} ruleset
     * @param {string} name
     */
    special(ruleset, name) {
      if (ruleset.throne.has(name)) return special.throne;
      if (ruleset.corners.has(name)) return special.corner;
      if (ruleset.attackerForts.has(name)) return special.attackerFort;
      if (ruleset.defenderForts.has(name)) return special.defenderFort;
      return '';
    },
  };
}
