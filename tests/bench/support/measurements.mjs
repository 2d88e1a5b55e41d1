/**
 * A measurement: what was measured, its values in the order of the rounds, and how they are judged:
 * `atMost` by their median, `p95AtMost` by their slowest twentieth; `moreThanFloor` by the median of what they are above the floor's in the same round;
 * `timesFloor` by the median of the ratios to the floor's. `must`: a miss is a defect, not only a wish.
 */

const sorted = values => [...values].sort((left, right) => left - right);

export function median(values) {
  const ordered = sorted(values);
  const middle = ordered.length >> 1;
  return ordered.length % 2 === 1 ? ordered[middle] : (ordered[middle - 1] + ordered[middle]) / 2;
}

export const percentile = (values, share) =>
  sorted(values)[Math.min(values.length - 1, Math.ceil(values.length * share) - 1)];

const mean = values => values.reduce((sum, value) => sum + value, 0) / values.length;

function varianceOfMean(values) {
  const middle = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - middle) ** 2, 0);
  return squares / (values.length - 1) / values.length;
}

/** How far two means lie apart, in standard errors of their difference; their spreads need not be alike. */
export const welchT = (one, other) =>
  (mean(one) - mean(other)) / Math.sqrt(varianceOfMean(one) + varianceOfMean(other));

const pairs = ({ values, floor }) => values.map((value, index) => [value, floor[index]]);
const medianRatio = measurement => median(pairs(measurement).map(([value, floor]) => value / floor));
const medianDifference = measurement => median(pairs(measurement).map(([value, floor]) => value - floor));

function judge({ unit, ...measurement }) {
  const { atMost, p95AtMost, moreThanFloor, timesFloor } = measurement;
  if (atMost !== undefined) return { figure: `≤ ${atMost} ${unit}`, isMet: median(measurement.values) <= atMost };
  if (p95AtMost !== undefined)
    return { figure: `p95 ≤ ${p95AtMost} ${unit}`, isMet: percentile(measurement.values, 0.95) <= p95AtMost };
  if (moreThanFloor !== undefined)
    return { figure: `≤ floor + ${moreThanFloor} ${unit}`, isMet: medianDifference(measurement) <= moreThanFloor };
  if (timesFloor !== undefined)
    return { figure: `≤ ${timesFloor} × floor`, isMet: medianRatio(measurement) <= timesFloor };
  return {};
}

/** One row of the table. */
export function summarise(measurement) {
  const { what, unit, values, floor, must = false } = measurement;
  const { figure, isMet } = judge(measurement);
  return {
    what,
    unit,
    count: values.length,
    median: median(values),
    p95: percentile(values, 0.95),
    ...(floor === undefined ? {} : { floor: median(floor), ratio: medianRatio(measurement) }),
    ...(figure === undefined ? {} : { figure, must, isMet }),
  };
}
