/// <reference lib="dom" />

export interface Colors {
  water: string;
  land: string;
  border: string;
  text: string;
  halo: string;
}

/** Returns the colors of the page's current scheme. */
export function colorsOf(element: HTMLElement): Colors {
  const styles = getComputedStyle(element);
  const color = (name: string) => styles.getPropertyValue(name).trim();
  return {
    water: color('--water'),
    land: color('--land'),
    border: color('--border'),
    text: color('--ink'),
    halo: color('--page'),
  };
}
