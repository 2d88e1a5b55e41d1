import type { FeatureScenario } from '../app/tool-replies.ts';

/** An outline matches when one of its rows does. */
export const tagSetsOf = ({ tags = [], rowTags = [tags] }: FeatureScenario): readonly (readonly string[])[] => rowTags;
