/** Messages in English of labels of places. */
export const en = {
  'place.near': 'Near {place}',
} as const;

export type PlaceEnglish = typeof en;
