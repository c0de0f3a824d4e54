export const parishes = [
  'Kingston',
  'St. Andrew',
  'St. Thomas',
  'Portland',
  'St. Mary',
  'St. Ann',
  'Trelawny',
  'St. James',
  'Hanover',
  'Westmoreland',
  'St. Elizabeth',
  'Manchester',
  'Clarendon',
  'St. Catherine',
] as const;

export function getParishName(region: string): string {
  const short = region
    .trim()
    .replace(/\s+parish$/i, '')
    .replace(/^(saint|st\.?)\s+/i, 'St. ');
  return parishes.find((parish) => parish.toLowerCase() === short.toLowerCase()) ?? region.trim();
}
