import type { FeatureScenario } from '../app/tool-replies.ts';

/** An outline is meant when one of its rows is. */
export const tagSetsOf = ({ tags = [], rowTags = [tags] }: FeatureScenario): readonly (readonly string[])[] => rowTags;
