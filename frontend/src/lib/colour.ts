// Inks that can be read on a game's accent colour.

function luminance(hex: string): number {
  const channels = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255);
  const [r = 0, g = 0, b = 0] = channels.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** White or near-black, whichever stands out more. */
export function inkOn(hex: string): string {
  const light = luminance(hex);
  return 1.05 / (light + 0.05) >= (light + 0.05) / 0.058 ? "#ffffff" : "#14171c";
}
