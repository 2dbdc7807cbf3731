import { z } from 'zod';
import { scope } from '../../access.js';
import { oncePer } from '../../lib/once-per.js';
import { choice, timestamp } from '../../lib/schema.js';
import { countCost, operation } from '../../operation.js';
import { jobScope } from '../../viewer.js';
import { cannotTell } from '../question/evaluate.js';
import { questionKeyText } from '../question/question.js';
import { answersOf } from './job-answers.js';
import { laneOf } from './lane.js';

export const answerGrouping = z.enum(['day', 'city']);

export interface AnswerGroup {
  /** A value as text; `cannot_tell` if the question cannot be answered. */
  value: string;
  /** Day or key of the market city; null if neither was requested, or no city is near. */
  per: string | null;
  count: number;
}

/** Maximum number of groups; the smallest are omitted. */
const groupsMax = 1000;

export const answerStats = operation({
  name: 'answerStats',
  kind: 'query',
  description:
    "Count the current answers to a question of the viewer's jobs by value, also per UTC day of creation or market city; an operator's count includes every integrator. Of choices, each key counts.",
  access: scope('jobs:read'),
  args: {
    questionKey: questionKeyText().describe('Key of the question.'),
    per: choice(answerGrouping).nullish().describe('What to group by besides the value.'),
    createdAfter: timestamp().nullish().describe('Only jobs created after this time.'),
    createdBefore: timestamp().nullish().describe('Only jobs created before this time.'),
  },
  example: { question_key: 'objective' },
  errors: [],
  cost: countCost,
  run({ services, viewer, notes }, { questionKey, per, ...filter }): Promise<AnswerGroup[]> {
    const owned = jobScope(viewer);
    const { createdAfter = null, createdBefore = null } = filter;
    const about = ['answerStats', questionKey, per ?? null, createdAfter, createdBefore];
    return oncePer(notes, about, async () => {
      const groups = new Map<string, AnswerGroup>();
      for await (const job of services.jobs.answersTo(owned, filter, questionKey)) {
        const answer = answersOf(job).find((one) => one.questionKey === questionKey);
        if (!answer) continue;
        const of =
          per === 'day'
            ? job.createdAt.toISOString().slice(0, 10)
            : per === 'city'
              ? laneOf(services.catalogue, job).marketCityKey
              : null;
        for (const each of answer.cannotTell ? [cannotTell] : [answer.value ?? []].flat()) {
          const value = String(each);
          const key = JSON.stringify([value, of]);
          const group = groups.get(key) ?? { value, per: of, count: 0 };
          groups.set(key, { ...group, count: group.count + 1 });
        }
      }
      return [...groups.values()]
        .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
        .slice(0, groupsMax);
    });
  },
});
