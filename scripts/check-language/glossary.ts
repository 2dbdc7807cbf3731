/** A term that the project does not use, and the standard term to write instead. */
export interface Rule {
  pattern: RegExp;
  instead: string;
}

/** Compiles a phrase: whole words, any case; a space matches any white space, including a line break. */
const phrase = (source: string) => new RegExp(`\\b(?:${source.replaceAll(' ', '\\s+')})\\b`, 'giu');

const rules = (sources: Record<string, string>): Rule[] =>
  Object.entries(sources).map(([source, instead]) => ({ pattern: phrase(source), instead }));

/** Rules for comments, test names and documentation. */
export const textRules = rules({
  'both faces': 'REST and GraphQL',
  '(?<!(?:type|font) )(?:face|faces)(?! of the)': 'API, transport; "REST and GraphQL"',
  'nouns?(?! phrase)': 'module, domain',
  'refus(?:e|es|ed|ing|al|als)': 'reject, error; "access denied" for authorization',
  'told(?! apart)': 'reported, notified, emitted, received',
  'tells(?! \\S+ apart)': 'reports, notifies, shows',
  'written here': 'local',
  'this very': 'the same',
  'g(?:ive|ives|ave|iven|iving) back|give (?:it|them) back': 'release, return, refund',
  'hand(?:s|ed|ing)? over': 'transfer, pass',
  'handed (?:in|out|on|back)': 'passed, returned',
  't(?:ake|akes|ook|aken|aking) back': 'restore, revert, withdraw',
  'signs? of life': 'heartbeat',
  'tall(?:y|ies|ied)': 'usage, count',
  'somebody|someone else|anybody|nobody':
    'name the role: the caller, the user, anyone, no one, another user',
  'who (?:asks?|asked|calls?|called|reads?|looks?|waits?|holds?)':
    'the caller, the reader; name the role',
  'whoever|whosoever': 'anyone who; name the role',
  'what (?:is|was|are|were|be|has been|had been|has|had) (?:\\w+ed|built|cut|due|given|held|kept|known|left|made|missing|put|read|said|sent|seen|set|shown|taken|there|told|wrong|written)':
    'a noun: the stored document, due work, the answer',
  'what (?:waits?|follows|comes|came|goes|went|stands|belongs|happens to)':
    'a noun: pending work, the effects',
  '(?:comes?|came|coming) (?:in|by)(?! (?:a|an|any|every|the|this|two|three|pairs|order|batches)\\b)':
    'arrives, is received',
  '(?:goes|went|going|gone|go) out(?! of)': 'is sent, is written',
  'st(?:ands|ood|and) (?:in|at|there|here|above|alone|before|behind|beside|below|next|under|only|alone|nowhere|anywhere|by itself)':
    'is defined, appears, is located',
  'once (?:a|per|each|every) turn': 'per tick',
  'in turn': 'sequentially, one after the other',
  "of (?:its|their|his|her|our|your|my|one's) own": 'separate, dedicated, its own',
  'by (?:itself|themselves)': 'automatically, alone',
  'anew|once more': 'again',
  meanwhile: 'in the meantime, or nothing',
  'no less|not less|not few|no few': 'at least, many',
  'so long': 'for N ms, the duration; "as long as"',
  laid: 'stored, placed',
  'lies(?! between)|lie in|lying in|lay in': 'is stored, is located',
  '(?<!the )rests(?! api)': 'is stored, depends',
  'judge|judges|judged|judging|judgements?|judgments?': 'validate, check, evaluate',
  'mend|mends|mended|mending': 'fix, repair, recover',
  '(?:make|makes|made|making) good': 'recover, fix, compensate',
  'pages of (?:a|the|its|this|one|each|every) lists?': 'page of results',
  'says? (?:what|whether|who)': 'reports, describes, states (as a noun phrase)',
  '(?:is|are|was|were) had': 'exists, is available',
  'there (?:is|are|was|were) none|where there is no':
    'does not exist, is missing; "if there is no"',
  '(?:is|are|was|were) none': 'is not one, does not exist',
  'holds? up(?! to)|held up': 'delays, blocks',
  'at present': 'currently',
});

/** Rules for the first words of a doc comment. */
export const docCommentRules: Rule[] = [
  { pattern: /^whether\b/iu, instead: '"True if …", "Returns whether …"' },
  {
    pattern: /^(?:what|who|whom|how|where|which|why)\b(?!\s+(?:to|an?\s+error))/iu,
    instead: 'a noun phrase, or a verb in the third person: "Returns …"',
  },
];

/** Rules for identifiers and file names, split into lower-case words with spaces between. */
export const nameRules = rules({
  'face|faces': 'API, transport',
  'noun|nouns': 'module, domain',
  'refuse|refuses|refused|refusing|refusal|refusals': 'reject, error, denied',
  'tell|tells|told|telling': 'report, notify, emit',
  'written here': 'local',
  'give back|gives back|given back': 'release, return',
  'hand over|hands over': 'transfer, pass',
  'take back': 'restore, revert',
  '^words$|words of': 'messages, text',
  'signs of life|give signs|watch signs|^signs$': 'heartbeat',
  'tally|tallies': 'usage, count',
  misses: 'failures',
  'somebody|nobody|anybody|whoever': 'the role: caller, user',
  'who|whom': 'the role: caller, user',
  'asked|asks|unasked': 'requested, required, expected',
  'in turn|once a turn|take turn|turn ahead|your turn|next turn|turn at|turn ms|turn milliseconds|turn requests':
    'tick, slot, sequential',
  anew: 'again',
  meanwhile: 'concurrent',
  laid: 'placed, stored',
  lies: 'is located',
  'judge|judges|judged|judging|judgement': 'validate, check, evaluate',
  mend: 'fix, repair',
  stands: 'appears, is defined',
  itself: 'self',
  'said|unsaid': 'message, text, stated',
  what: 'a noun',
  whys: 'reasons',
});

/** Names that the API, an issue or a library defines, with the reason for the exemption. */
export const exemptNames: Readonly<Record<string, string>> = {
  origin_refused: 'error code of the API',
  misses: 'name of a rate policy in the RateLimit-Policy header',
  disableFontFace: 'option of pdf.js',
  cannotTell: 'documented field of answers in GraphQL',
  cannot_tell: 'documented field of answers in REST',
  cannotTellTag: 'tag of answers with the documented field cannotTell',
  'judge-photos': 'documented npm script and the name of its file',
};
