/** Returns the current time. Code gets a clock from `Services`, so that tests can set the time. */
export type Clock = () => Date;

export const seconds = (n: number): number => n * 1000;
export const minutes = (n: number): number => n * 60_000;
export const hours = (n: number): number => n * 3_600_000;
export const days = (n: number): number => n * 86_400_000;

export const after = (moment: Date, ms: number): Date => new Date(moment.getTime() + ms);
