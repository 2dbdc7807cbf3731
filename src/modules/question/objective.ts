/** Key of the question that every job has: its objective. */
export const objectiveKey = 'objective';

/** First words of a yes-or-no question, with or without a question mark. */
const asking = 'is|are|was|were|does|did|has';
/** First words that need the question mark; without it they begin instructions ("Have a look at the roof"). */
const askingWithMark = 'am|do|have|had|can|could|will|would|should|may|might|must';
const negated = "(?:n['’]?t)?";
const ordered =
  /^(?:please\s+)?(?:check|verify|confirm|find out|see|tell (?:me|us))\s+(?:if|whether|that)\b/;
const question = new RegExp(`^(?:whether|(?:${asking})${negated})\\s`);
const questionWithMark = new RegExp(`^(?:${askingWithMark})${negated}\\s.*\\?$`, 's');
/** Alternatives, or a second question that yes or no cannot answer. */
const open = /\bor\b(?!\s+not\b)|\b(?:and|,)\s*(?:who|what|when|where|why|how|which)\b/;

/**
 * Returns the kind of the objective's question, by the rule for English in docs/flows.md: `yes_no` if the text begins
 * like a yes-or-no question and asks nothing else, otherwise `text`.
 */
export function objectiveKindOf(objective: string): 'yes_no' | 'text' {
  const text = objective
    .trim()
    .toLowerCase()
    .replace(/\s*\[sim:\w+\]$/, '');
  const isYesNo = ordered.test(text) || question.test(text) || questionWithMark.test(text);
  return isYesNo && !open.test(text) ? 'yes_no' : 'text';
}
