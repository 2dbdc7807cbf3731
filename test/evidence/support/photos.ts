import sharp from 'sharp';

let shade = 0;

/** Returns a small JPEG that differs from every other one. */
export async function photo(exif: { takenAt?: Date; latitude?: number; longitude?: number } = {}) {
  shade += 1;
  const background = { r: shade % 256, g: (shade >> 8) % 256, b: Math.floor(Math.random() * 256) };
  const image = sharp({ create: { width: 480, height: 360, channels: 3, background } });
  const comment = `photo ${shade} ${Math.random()}`;
  const stamp = exif.takenAt?.toISOString().replace(/^(\d+)-(\d+)-(\d+)T(.{8}).*$/, '$1:$2:$3 $4');
  const sixty = (degrees: number) => `${Math.round(Math.abs(degrees) * 1e6)}/1000000 0/1 0/1`;
  return image
    .withExif({
      IFD0: { ImageDescription: comment },
      ...(stamp && { IFD2: { DateTimeOriginal: stamp, OffsetTimeOriginal: '+00:00' } }),
      ...(exif.latitude !== undefined &&
        exif.longitude !== undefined && {
          IFD3: {
            GPSLatitudeRef: exif.latitude < 0 ? 'S' : 'N',
            GPSLatitude: sixty(exif.latitude),
            GPSLongitudeRef: exif.longitude < 0 ? 'W' : 'E',
            GPSLongitude: sixty(exif.longitude),
          },
        }),
    })
    .jpeg()
    .toBuffer();
}
