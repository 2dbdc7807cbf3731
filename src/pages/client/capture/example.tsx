/** @jsxImportSource preact */
import { t } from './text.js';

/** Descriptions of the drawings. */
const texts = {
  place: 'capture.example.place',
  sign: 'capture.example.sign',
  entrance: 'capture.example.entrance',
  notice: 'capture.example.notice',
  number: 'capture.example.number',
  building: 'capture.example.building',
  street: 'capture.example.street',
  vehicle: 'capture.example.vehicle',
  close: 'capture.example.close',
  people: 'capture.example.people',
} as const;

type Drawing = keyof typeof texts;

/** Paths of the drawings, in a picture of 96 × 72. */
const paths: Record<Drawing, string> = {
  place:
    'M4 62h88M26 62V26l22-14 22 14v36M42 62V46h12v16M32 32h8v8h-8zM56 32h8v8h-8zM4 62V38h14v24M78 62V34h14v28',
  sign: 'M8 16h80v40H8zM18 28h60M18 36h44M18 44h52M24 56v8M72 56v8',
  entrance: 'M4 64h88M28 64V12h40v52M34 64V20h14v44M48 20h14v44M44 42h.1M52 42h.1M12 24h8M76 24h8',
  notice:
    'M26 6h44v60H26zM34 16h28M34 28h10M52 28h10M34 38h10M52 38h10M34 48h10M52 48h10M34 58h10M52 58h10',
  number:
    'M10 18h76v36H10zM26 26v11h9M35 26v20M46 30q0-4 5-4t5 5q0 3-10 15h11M66 26h8v20h-8zM66 36h8',
  building:
    'M14 66V8h68v58M6 66h84M24 18h10v10H24zM43 18h10v10H43zM62 18h10v10H62zM24 38h10v10H24zM62 38h10v10H62zM43 66V44h10v22',
  street:
    'M6 66L40 34M90 66L56 34M48 66v-8M48 50v-6M48 39v-3M6 12l26 12v16L6 54M90 12L64 24v16l26 14M14 24v14M82 24v14',
  vehicle:
    'M12 50H6V38l14-4 12-16h30l14 16 14 4v12H78M28 50h34M36 18v16M20 34h56M12 50a8 8 0 1016 0 8 8 0 00-16 0M62 50a8 8 0 1016 0 8 8 0 00-16 0',
  close: 'M14 20l34-14 34 14v34L48 68 14 54zM14 20l34 14 34-14M48 34v34M30 13l34 14v10',
  people:
    'M20 10h56v22H20zM36 24l8-6 6 4 10-8M16 46a5 5 0 100 10 5 5 0 000-10zM38 42a5 5 0 100 10 5 5 0 000-10zM60 42a5 5 0 100 10 5 5 0 000-10zM80 46a5 5 0 100 10 5 5 0 000-10zM6 68q10-14 20 0M28 66q10-16 20 0M50 66q10-16 20 0M70 68q10-14 20 0',
};

/** The drawing for a step of the catalogue. */
const drawings: Readonly<Record<string, Drawing>> = {
  arrival_overview: 'place',
  storefront_sign: 'sign',
  event_sign: 'sign',
  site_board: 'sign',
  sign_closeup: 'sign',
  entrance_open: 'entrance',
  opening_hours: 'notice',
  house_number: 'number',
  registration_plate: 'number',
  odometer: 'number',
  number_readable: 'number',
  front_facade: 'building',
  side_or_rear: 'building',
  structure_progress: 'building',
  second_angle: 'building',
  surroundings: 'street',
  context: 'street',
  viewing_distance: 'street',
  vehicle_front_left: 'vehicle',
  vehicle_rear_right: 'vehicle',
  objective_closeup: 'close',
  object_closeup: 'close',
  attendance_wide: 'people',
};

/** A drawing of what the photo of a step shows; nothing for a step without one. */
export function Example({ stepName }: { stepName: string }) {
  const drawing = Object.hasOwn(drawings, stepName) ? drawings[stepName] : undefined;
  if (!drawing) return null;
  return (
    <figure class="example">
      <svg viewBox="0 0 96 72" role="img" aria-label={t(texts[drawing])}>
        <path d={paths[drawing]} />
      </svg>
      <figcaption>{t('capture.example')}</figcaption>
    </figure>
  );
}
