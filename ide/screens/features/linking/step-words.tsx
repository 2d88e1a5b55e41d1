import { partsOf } from '../../../../model/feature/step-pattern.ts';
import classes from './linking.module.css';

export const StepWords = ({ text }: { text: string }) => (
  <span className={`break-words ${classes.words}`} dir="auto">
    {partsOf(text).map(({ text: part, isValue }, index) =>
      isValue ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity
        <span key={index} className={classes.value}>
          {part}
        </span>
      ) : (
        part
      ),
    )}
  </span>
);
