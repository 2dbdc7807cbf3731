import type { Language } from '../../messages/language.js';

/** Key of the question that every job has: its objective. */
export const objectiveKey = 'objective';

/** First words of a yes-or-no question, with or without a question mark. */
const asking = 'is|are|were|does|did|has';
/** First words that need the question mark; without it they begin instructions ("Have a look at the roof"). */
const askingWithMark = 'do|have|had|can|could|will|would|should|may|might|must';
/** Words after “was”, which is “what” in German. */
const afterWas =
  'the|there|it|this|that|these|those|he|she|anyone|anybody|anything|any|an?|all|every|my|our|your|his|her|its|their';
const negated = "(?:n['’]?t)?";

/** The forms of yes-or-no questions in a language. */
interface Grammar {
  /** Beginnings, or whole questions. */
  forms: readonly RegExp[];
  /** Alternatives and question words, to which yes or no is no answer. */
  open: RegExp;
}

// Without lookbehind, which older browsers do not parse.

/** Returns a pattern of whole words. */
const wholeWords = (list: string): RegExp =>
  new RegExp(`(?:^|[^\\p{L}])(?:${list})(?!\\p{L})`, 'u');

/** Question words that mean nothing else in another language: its forms can match them ("the est. value", "do lado"). */
const englishWords = 'what|when|where|why|how|which|who';
const otherWords =
  'we[rnm]|wessen|wann|wohin|woher|warum|wieso|wie|wieviele?|welche[mnrs]?|pourquoi|combien|quien(?:es)?|quem|qual|quais|quand[oe]?|onde|quant[oa]s?';

/** Returns a pattern of a question with one of the words anywhere, or with one of the others first. */
const questionWith = (anywhere: string, first = anywhere): RegExp =>
  new RegExp(`^¿?(?:(?:${first})|(?:.*[^\\p{L}])?(?:${anywhere}))(?!\\p{L}).*\\?$`, 'su');

/**
 * Spanish and Portuguese share verbs, and each has the words of both. `o` is “or” in a question that begins with “¿”, and
 * before the last word; elsewhere it can be the Portuguese article.
 */
const openInIberia = new RegExp(
  `^¿.*\\s[ou]\\s(?!no\\?)|${
    wholeWords(
      `ou(?!\\s+não)|o(?!\\s+no\\?)(?=\\s+\\p{L}+\\?$)|qu[eé]|qui[eé]n(?:es)?|quem|cu[aá]l(?:es)?|qual|quais|cu[aá]ndo|quando|a?d[oó]nde|onde|c[oó]mo|cu[aá]nt[oa]s?|quant[oa]s?|${englishWords}`,
    ).source
  }`,
  'u',
);

const grammars: Readonly<Record<Language, Grammar>> = {
  en: {
    forms: [
      /^(?:please\s+)?(?:check|verify|confirm|find out|see|tell (?:me|us))\s+(?:if|whether|that)\b/,
      new RegExp(`^(?:whether|(?:${asking})${negated})\\s`),
      new RegExp(`^was(?:n['’]?t\\s|\\s+(?=(?:${afterWas})\\s))`),
      /^am\s+i\s.*\?$/s,
      new RegExp(`^(?:${askingWithMark})${negated}\\s.*\\?$`, 's'),
    ],
    open: new RegExp(
      `\\bor\\b(?!\\s+not\\b)|(?:\\b(?:and|know|tell (?:me|us))|[,.;:?])\\s*(?:${englishWords})\\b|${wholeWords(otherWords).source}`,
      'u',
    ),
  },
  de: {
    forms: [
      /^(?:[^.?!]{0,40}[^\p{L}])?ob\s/u,
      /^(?:ist|sind|war|waren|hat|haben|gibt|kann|können|darf|wird|werden|wurde|wurden|steht|stehen|hängt|hängen|liegt|liegen|funktioniert|funktionieren|befindet|befinden|existiert|stimmt|brennt|läuft|passt)\s.*\?$/s,
    ],
    open: wholeWords(`oder(?!\\s+nicht)|was|wo|${otherWords}|${englishWords}`),
  },
  fr: {
    forms: [
      /^(?:merci de |veuillez )?(?:vérifi|confirm|contrôl)\p{L}*\s+(?:bien\s+)?(?:si |s['’]|que |qu['’])/u,
      /^est-ce qu(?:e |['’])/,
      questionWith(
        'est(?!\\.)|sont|était|étaient|ont|il y a|\\p{L}+-(?:t-)?(?:il|elle|on|ils|elles)',
      ),
    ],
    open: wholeWords(
      `ou(?!\\s+(?:non|pas))|qui|que|quoi|quels?|quelles?|quand|où|comment|pourquoi|combien|lequel|laquelle|qu['’]\\S*|${englishWords}`,
    ),
  },
  es: {
    forms: [
      /^(?:por favor,?\s+)?(?:comprueb|comprob|verifi|confirm)\p{L}*\s+(?:si|que)\s/u,
      questionWith(
        'está|están|hay|tiene|tienen|existe|existen|funciona|funcionan|puede|pueden|se (?:ve|ven)|sigue|siguen|coincide|aparece',
        'es|son|era|fue',
      ),
    ],
    open: openInIberia,
  },
  'pt-BR': {
    forms: [
      /^(?:por favor,?\s+)?(?:verifi|confir)\p{L}*\s+(?:se|que)\s/u,
      questionWith(
        'está|estão|há|tem|têm|existe|existem|funciona|funcionam|pode|podem|continua',
        'é|são|era|foi',
      ),
    ],
    open: openInIberia,
  },
  ja: {
    // Words such as 静か and なか end like a question.
    forms: [
      /かどうか/,
      /か\?+$/,
      /[^静確僅なほず]か。*$/,
      /(?:ます|です|ました|ません|でした|いる|てる|ある|ない)\?+$/,
    ],
    open: /それとも|または|あるいは|(?:何|なに|誰|だれ|どこ|いつ)(?!か(?!ら|[?。]*$))|なぜ|どなた|どの|どれ|どちら|どっち|どんな|どう(?!か)|いかが|いくつ|いくら|幾/,
  },
  ar: {
    forms: [/^(?:هل|أليس|أليست)\s/, /^.{0,40}ما إذا\s/],
    open: new RegExp(
      `${wholeWords('أم|أو(?!\\s+لا)|و?(?:ماذا|متى|أين|لماذا|كيف|كم)|وما(?!\\s+إذا)').source}|[?.]\\s*ما\\s`,
      'u',
    ),
  },
};

/**
 * Returns the kind of the objective's question, by the rule in docs/flows.md: `yes_no` if the text asks for yes or no in
 * one of the languages, and asks nothing else, otherwise `text`, which every answer fits.
 */
export function objectiveKindOf(objective: string): 'yes_no' | 'text' {
  const text = objective
    .trim()
    .toLowerCase()
    .replace(/\s*\[sim:\w+\]$/, '')
    .replace(/[？؟]/g, '?');
  const isYesNo = Object.values(grammars).some(({ forms, open }) => {
    const match = forms.map((pattern) => pattern.exec(text)).find((found) => found !== null);
    if (!match) return false;
    // A beginning such as "vérifiez que" has a word that would otherwise ask.
    const isBeginning = /[\s'’]$/.test(match[0]);
    return !open.test(isBeginning ? text.slice(match[0].length) : text);
  });
  return isYesNo ? 'yes_no' : 'text';
}
