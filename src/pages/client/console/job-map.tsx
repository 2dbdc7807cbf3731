/** @jsxImportSource preact */
/// <reference lib="dom" />
import { useEffect, useRef } from 'preact/hooks';
import type { MapContent } from '../../../lib/map-content.js';
import { en } from '../../../messages/map/en.js';
import type { PlaceMap } from '../map.js';
import { loadMapInView } from '../parts/load-map.js';

/** A job on a map. */
export interface PlacedJob {
  jobId: string;
  objective: string;
  address: string;
  latitude: number;
  longitude: number;
}

const linkOf = ({ jobId }: PlacedJob) => `/console#/jobs/${jobId}`;
const nameOf = ({ objective, address }: PlacedJob) => `${objective} (${address})`;

const contentOf = (jobs: readonly PlacedJob[]): MapContent => ({
  place: null,
  circles: [],
  points: jobs.map((job) => ({
    latitude: job.latitude,
    longitude: job.longitude,
    mark: '',
    name: nameOf(job),
    tone: 'none',
    href: linkOf(job),
  })),
});

interface JobMapProps {
  title: string;
  /** States which jobs are shown, if not all are. */
  note: string | null;
  jobs: readonly PlacedJob[];
}

/** Jobs on a map, and as a list. */
export function JobMap({ title, note, jobs }: JobMapProps) {
  const place = useRef<HTMLDivElement>(null);
  const map = useRef<PlaceMap | null>(null);
  const content = contentOf(jobs);
  const latest = useRef(content);
  latest.current = content;
  useEffect(() => map.current?.show(content), [jobs]);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    // The element of the page has the addresses of the map's files.
    const root = element.closest<HTMLElement>('[data-script]');
    Object.assign(element.dataset, root?.dataset);
    return loadMapInView(element, null, (loaded) => {
      map.current = loaded;
      loaded.show(latest.current);
    });
  }, []);
  return (
    <section class="part" aria-labelledby="job-map">
      <h2 id="job-map">{title}</h2>
      {note && <p class="soft small">{note}</p>}
      <div ref={place} class="map still wide" data-map="" />
      <details class="positions">
        <summary>{en['map.list']}</summary>
        <ul class="points small">
          {jobs.map((job) => (
            <li key={job.jobId}>
              <a href={linkOf(job)}>{nameOf(job)}</a>: {job.latitude.toFixed(5)},{' '}
              {job.longitude.toFixed(5)}
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}
