import { z } from 'zod';

/**
 * How tests are kept apart. `clean`: the window of an earlier test is made as new for the next one where that is sure to
 * leave nothing behind; `fresh`: each test has a new one. Default: `clean`.
 */
export const ISOLATIONS = ['clean', 'fresh'] as const;
export const Isolation = z.enum(ISOLATIONS);
export type Isolation = z.infer<typeof Isolation>;
