import { cellOf } from '../../lib/geo-box.js';
import { wordsIn } from '../../lib/search-text.js';
import type { Catalogue } from '../catalogue/catalogue.js';
import { erasedTag, type Job } from './job.js';
import { valueTag } from './job-answers.js';
import { laneOf } from './lane.js';

export const wordTag = (word: string): string => `w:${word}`;
export const cityTag = (key: string): string => `c:${key}`;
const metadataMark = 'm:';
export const metadataTag = (key: string, value: string): string =>
  `${metadataMark}${valueTag(key, value)}`;

const metadataTagsOf = ({ metadata = [] }: Pick<Job, 'metadata'>) =>
  metadata.map(({ key, value }) => metadataTag(key, value));

/** Members of a job by which lists find it. */
export type SearchIndex = Pick<Job, 'searchTags' | 'cell'>;

/**
 * Returns the members of a job by which lists find it: the words of its objective and address, its metadata, the market
 * city that is nearest when it is created, and its place.
 */
export function searchIndexOf(
  catalogue: Catalogue,
  job: Pick<
    Job,
    'objective' | 'address' | 'latitude' | 'longitude' | 'serviceKey' | 'metadata' | 'erasedAt'
  >,
): SearchIndex {
  if (job.erasedAt) return { searchTags: [erasedTag] };
  const { marketCityKey } = laneOf(catalogue, job);
  const cell = cellOf(job);
  return {
    searchTags: [
      ...wordsIn(`${job.objective} ${job.address}`).map(wordTag),
      ...metadataTagsOf(job),
      ...(marketCityKey === null ? [] : [cityTag(marketCityKey)]),
    ],
    ...(cell !== undefined && { cell }),
  };
}

/** Returns the tags of a job with changed metadata; undefined for a job without tags. */
export const withMetadataTags = (
  { searchTags }: Pick<Job, 'searchTags'>,
  after: Pick<Job, 'metadata'>,
): string[] | undefined =>
  searchTags && [
    ...searchTags.filter((tag) => !tag.startsWith(metadataMark)),
    ...metadataTagsOf(after),
  ];
