export declare function isUnneeded(file: string): boolean;
