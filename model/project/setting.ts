import { z } from 'zod';

/** What forms say of a setting of the project, beyond its schema. */
export interface SettingMeaning {
  /** The form that asks for it. */
  form: 'general' | 'browser' | 'linking';
  /** Fields with the same row of a form are side by side. */
  row: number;
  label: string;
  hint?: string;
  placeholder?: string;
  /** The heading over its row. */
  legend?: string;
  /** What its values are called, in the order of their list; the empty one is that it is not set. */
  choices?: Readonly<Record<string, string>>;
  /** It names a version or an environment of the project; of the others there are suggestions. */
  names?: 'version' | 'environment' | 'language' | 'time zone';
  /** The value of a setting that is not set. */
  unset?: string | number;
}

export const SETTINGS = z.registry<SettingMeaning>();
