/** @jsxImportSource preact */
/// <reference lib="dom" />
import { useEffect, useRef } from 'preact/hooks';
import type { MapContent } from '../../../lib/map-content.js';
import { messages } from '../../messages/operations.en.js';
import type { PlaceMap } from '../map.js';
import { loadMapInView } from '../parts/load-map.js';
import { type OpenJob, onMap } from './queries.js';

const linkOf = ({ jobId }: OpenJob) => `/console#/jobs/${jobId}`;
const nameOf = ({ objective, address }: OpenJob) => messages.jobOnMap(objective, address);

/** True if a list of jobs may not be complete. */
function isCut(jobs: readonly OpenJob[]): boolean {
  const counts = new Map<string, number>();
  for (const { status } of jobs) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts.values()].some((count) => count >= onMap);
}

const contentOf = (jobs: readonly OpenJob[]): MapContent => ({
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

/** The open jobs on a map, and as a list. */
export function JobMap({ jobs }: { jobs: readonly OpenJob[] }) {
  const place = useRef<HTMLDivElement>(null);
  const map = useRef<PlaceMap | null>(null);
  const content = contentOf(jobs);
  const latest = useRef(content);
  latest.current = content;
  useEffect(() => map.current?.show(content));
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    // The element of the page has the addresses of the map's files.
    const root = document.getElementById('operations');
    Object.assign(element.dataset, root?.dataset);
    loadMapInView(element, null, (loaded) => {
      map.current = loaded;
      loaded.show(latest.current);
    });
    return () => map.current?.remove();
  }, []);
  return (
    <section class="part" aria-labelledby="job-map">
      <h2 id="job-map">{messages.jobMap}</h2>
      {isCut(jobs) && <p class="soft small">{messages.newestOnMap(onMap)}</p>}
      <div ref={place} class="map still wide" data-map="" />
      <details class="positions">
        <summary>{messages.jobPositions}</summary>
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
