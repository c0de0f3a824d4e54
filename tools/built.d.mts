export declare const productFile: string;
export declare const sources: readonly string[];
export declare const stamp: string;
export declare const builder: string;
export declare const isStale: () => boolean;
export declare const sourcesNow: () => { readonly newest: number; readonly listed: string };
export declare const keepCompiled: () => void;
