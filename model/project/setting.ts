import { z } from 'zod';

export interface SettingMeaning {
  form: 'general' | 'browser' | 'linking' | 'failures';
  /** Fields with the same row are side by side. */
  row: number;
  label: string;
  hint?: string;
  placeholder?: string;
  legend?: string;
  /** Labels of its values in the order of their list; the empty value means not set. */
  choices?: Readonly<Record<string, string>>;
  /** Versions and environments must exist; the others are only suggested. */
  names?: 'version' | 'environment' | 'language' | 'time zone' | 'device';
  unset?: string | number;
}

export const SETTINGS = z.registry<SettingMeaning>();
