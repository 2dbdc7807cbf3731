import type { ReadAt } from './exif-location.js';
import { type Box, Boxes, DamagedBoxes, nowhere, type Range } from './iso-boxes.js';
import { incomplete, type MediaContent } from './media-content.js';

const noTrack: MediaContent = {
  outcome: 'refused',
  measured: 'no video track',
  reason: 'it has no video track with a duration whose first sample is in the file',
  advice: 'Record the video again, or send photos.',
};

interface Sample {
  offset: number;
  size: number;
}

/** Length of the track by its `mdhd` box, in units of its time scale; 0 where it is not said. */
async function duration(boxes: Boxes, mdhd: Box): Promise<{ timescale: number; units: number }> {
  const wide = (await boxes.bytes(mdhd, 0, 1))[0] === 1;
  const timescale = await boxes.u32(mdhd, wide ? 20 : 12);
  const units = wide ? await boxes.u64(mdhd, 24) : await boxes.u32(mdhd, 16);
  const unknown = wide ? units >= 2 ** 63 : units === 0xffffffff;
  return { timescale, units: unknown ? 0 : units };
}

/** The first sample by the sample table; null when the table is empty, as in a fragmented file. */
async function firstOfTable(boxes: Boxes, stbl: Box): Promise<Sample | null> {
  const [stsz, stz2] = [await boxes.find(stbl, 'stsz'), await boxes.find(stbl, 'stz2')];
  const [stco, co64] = [await boxes.find(stbl, 'stco'), await boxes.find(stbl, 'co64')];
  const [sizes, chunks] = [stsz ?? stz2, stco ?? co64];
  if (
    !sizes ||
    !chunks ||
    (await boxes.u32(sizes, 8)) === 0 ||
    (await boxes.u32(chunks, 4)) === 0
  ) {
    return null;
  }
  const offset = stco ? await boxes.u32(stco, 8) : await boxes.u64(chunks, 8);
  if (stsz) return { offset, size: (await boxes.u32(stsz, 4)) || (await boxes.u32(stsz, 12)) };
  const bits = (await boxes.bytes(sizes, 7, 1))[0]!;
  const size = await boxes.bytes(sizes, 12, 2);
  return {
    offset,
    size: bits === 16 ? size.readUInt16BE(0) : bits === 8 ? size[0]! : size[0]! >> 4,
  };
}

/** What stands for each sample of a fragment that does not say it itself. */
interface Defaults {
  duration: number;
  size: number;
}

/** The first sample of a track in a `moof` box, with how long the samples of its run last. */
async function firstOfFragment(
  boxes: Boxes,
  moof: Box,
  trackId: number,
  defaults: Defaults,
): Promise<(Sample & { units: number }) | null> {
  for await (const traf of boxes.in(moof)) {
    if (traf.type !== 'traf') continue;
    const [tfhd, trun] = [await boxes.find(traf, 'tfhd'), await boxes.find(traf, 'trun')];
    if (!tfhd || !trun || (await boxes.u32(tfhd, 4)) !== trackId) continue;
    const given = (await boxes.u32(tfhd, 0)) & 0xffffff;
    let at = 8;
    const base = given & 1 ? await boxes.u64(tfhd, at) : moof.at;
    if (given & 1) at += 8;
    if (given & 2) at += 4;
    const each = given & 8 ? await boxes.u32(tfhd, at) : defaults.duration;
    if (given & 8) at += 4;
    const usual = given & 16 ? await boxes.u32(tfhd, at) : defaults.size;

    const flags = (await boxes.u32(trun, 0)) & 0xffffff;
    const samples = await boxes.u32(trun, 4);
    if (samples === 0) continue;
    const offset = base + (flags & 1 ? (await boxes.bytes(trun, 8, 4)).readInt32BE(0) : 0);
    const first = 8 + (flags & 1 ? 4 : 0) + (flags & 4 ? 4 : 0);
    const length = flags & 0x100 ? await boxes.u32(trun, first) : each;
    const size = flags & 0x200 ? await boxes.u32(trun, first + (flags & 0x100 ? 4 : 0)) : usual;
    return { offset, size, units: length * samples };
  }
  return null;
}

/** The first sample in the first fragment that has one of this track. */
async function firstOfFragments(boxes: Boxes, whole: Range, moov: Box, trackId: number) {
  const defaults: Defaults = { duration: 0, size: 0 };
  const mvex = await boxes.find(moov, 'mvex');
  for await (const trex of boxes.in(mvex ?? nowhere)) {
    if (trex.type !== 'trex' || (await boxes.u32(trex, 4)) !== trackId) continue;
    defaults.duration = await boxes.u32(trex, 12);
    defaults.size = await boxes.u32(trex, 16);
  }
  for await (const moof of boxes.in(mvex ? whole : nowhere)) {
    const found =
      moof.type === 'moof' ? await firstOfFragment(boxes, moof, trackId, defaults) : null;
    if (found) return found;
  }
  return null;
}

async function isStored(boxes: Boxes, whole: Range, { offset, size }: Sample): Promise<boolean> {
  if (size === 0) return false;
  for await (const { type, start, end } of boxes.in(whole)) {
    if (type === 'mdat' && start <= offset && offset + size <= end) return true;
  }
  return false;
}

/** Offset of the last chunk by the sample table; null without one. */
async function lastChunk(boxes: Boxes, stbl: Box): Promise<number | null> {
  const [stco, co64] = [await boxes.find(stbl, 'stco'), await boxes.find(stbl, 'co64')];
  const chunks = stco ?? co64;
  const count = chunks ? await boxes.u32(chunks, 4) : 0;
  if (!chunks || count === 0) return null;
  return stco ? boxes.u32(stco, 8 + 4 * (count - 1)) : boxes.u64(chunks, 8 + 8 * (count - 1));
}

/** Returns whether the file ends before media data that it announces, as far as its boxes can be followed. */
async function isCutOff(boxes: Boxes, whole: Range): Promise<boolean> {
  try {
    for await (const box of boxes.in(whole)) {
      if (box.isCutOff && ['mdat', 'moov', 'moof'].includes(box.type)) return true;
    }
  } catch (error) {
    // Bytes behind the last box that are no box do not matter.
    if (!(error instanceof DamagedBoxes || error instanceof RangeError)) throw error;
  }
  return false;
}

/**
 * Length in seconds of one video track whose first sample is in the file; null for any other track.
 * A track whose last chunk is behind the end of the file is cut off.
 */
async function checkTrack(boxes: Boxes, whole: Range, moov: Box, trak: Box) {
  const [tkhd, hdlr] = [await boxes.find(trak, 'tkhd'), await boxes.find(trak, 'mdia', 'hdlr')];
  const mdhd = await boxes.find(trak, 'mdia', 'mdhd');
  const stbl = await boxes.find(trak, 'mdia', 'minf', 'stbl');
  if (!tkhd || !hdlr || !mdhd || !stbl) return null;
  if ((await boxes.bytes(hdlr, 8, 4)).toString('latin1') !== 'vide') return null;
  const { timescale, units } = await duration(boxes, mdhd);
  const wide = (await boxes.bytes(tkhd, 0, 1))[0] === 1;
  const trackId = await boxes.u32(tkhd, wide ? 20 : 12);
  const inTable = await firstOfTable(boxes, stbl);
  const inFragment = inTable ? null : await firstOfFragments(boxes, whole, moov, trackId);
  const sample = inTable ?? inFragment;
  const length = (units || (inFragment?.units ?? 0)) / timescale;
  if (!sample || !(length > 0 && length < Number.POSITIVE_INFINITY)) return null;
  if (!(await isStored(boxes, whole, sample))) return null;
  const last = inTable && (await lastChunk(boxes, stbl));
  return last !== null && last >= whole.end ? 'cut off' : length;
}

/**
 * Checks that an MP4 or MOV has a video track with a duration whose first sample is in the file, and that the
 * file contains all media data that it announces. Reads what describes the track, and no picture.
 *
 * @param read reads the file; what it throws, but for RangeErrors, is thrown on
 */
export async function readVideo(read: ReadAt, sizeBytes: number): Promise<MediaContent> {
  const boxes = new Boxes(read);
  const whole = { start: 0, end: sizeBytes };
  try {
    const moov = await boxes.find(whole, 'moov');
    for await (const trak of boxes.in(moov ?? nowhere)) {
      if (!moov || trak.type !== 'trak') continue;
      const length = await checkTrack(boxes, whole, moov, trak);
      if (length === 'cut off') return incomplete;
      if (length === null) continue;
      if (await isCutOff(boxes, whole)) return incomplete;
      return { outcome: 'video', durationSeconds: length };
    }
  } catch (error) {
    if (!(error instanceof DamagedBoxes || error instanceof RangeError)) throw error;
  }
  return noTrack;
}
