/** The part of libheif-js that is used. */
export interface LibHeif {
  HeifDecoder: new () => { decode(bytes: Uint8Array): HeifPicture[] };
  heif_js_decode_image2(
    handle: unknown,
    colorspace: unknown,
    chroma: unknown,
  ): { image?: unknown; channels?: HeifPlane[] };
  heif_channel: { heif_channel_Y: unknown };
  heif_colorspace: { heif_colorspace_undefined: unknown };
  heif_chroma: { heif_chroma_undefined: unknown };
  heif_image_release(image: unknown): void;
}

/** The samples of one channel of a decoded picture, row by row. */
export interface HeifPlane {
  id: unknown;
  width: number;
  height: number;
  /** Bytes from one row to the next. */
  stride: number;
  bits_per_pixel: number;
  data: Uint8Array;
}

interface HeifPicture {
  handle: unknown;
  get_width(): number;
  get_height(): number;
  is_primary(): boolean;
  /** Fills `data` with RGBA and hands the picture back, or null when it cannot be decoded. */
  display<T extends { data: Uint8ClampedArray; width: number; height: number }>(
    pixels: T,
    done: (shown: T | null) => void,
  ): void;
}

/** Loads libheif, which is WebAssembly in one file. */
export async function openLibHeif(): Promise<LibHeif> {
  // @ts-expect-error it comes without types
  const { default: libheif } = (await import('libheif-js/wasm-bundle.js')) as { default: LibHeif };
  return libheif;
}
