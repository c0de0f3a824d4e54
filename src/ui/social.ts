/** Social sites by setting name (decision C9). */
export const socialNames = { instagram: 'Instagram', facebook: 'Facebook', x: 'X', youtube: 'YouTube' } as const;
export type SocialSite = keyof typeof socialNames;
export const socialSites = Object.keys(socialNames) as SocialSite[];
