import { ArgoCdEngine } from './argo-cd';
import { ARGO_CD_FIELDS, ArgoCdDeliveryOptions, argoCdFaults, argoCdOptionsAt, argoCdSettings } from './argo-cd-options';
import { CrossplaneEngine } from './crossplane';
import { CROSSPLANE_FIELDS, CrossplaneDeliveryOptions, crossplaneFaults, crossplaneSettings, crossplaneSettingsAt } from './crossplane-options';
import { Engine, Place } from './engine';
import { FluxEngine } from './flux';
import { FLUX_FIELDS, FluxDeliveryOptions, fluxFaults, fluxSettings, fluxSettingsAt } from './flux-options';
import { HELM_CHART_FIELDS, HelmChartEngine, helmChartOptions } from './helm-chart';
import { PLAIN_FIELDS, PlainDeliveryOptions, PlainEngine } from './plain';
import { Fault } from '../lib/fault';
import { Field } from '../lib/schema';

/** Each engine from the options of its delivery, which it checks. */
export const flux = (options: FluxDeliveryOptions): Engine => new FluxEngine(fluxSettings(options));
export const argoCd = (options: ArgoCdDeliveryOptions): Engine => new ArgoCdEngine(argoCdSettings(options));
export const crossplane = (options: CrossplaneDeliveryOptions): Engine => new CrossplaneEngine(crossplaneSettings(options));
export const plain = (options: PlainDeliveryOptions): Engine => new PlainEngine(options);

interface EngineKind {
  /** The options that a configuration file may have. */
  readonly fields: Record<string, Field>;
  readonly make: (options: any, place: Place) => Engine;
  /** What the options and the place lack together, by paths below the delivery. */
  readonly faults?: (options: any, place: Place) => Fault[];
}

/** Every engine by the name that the command gives it. */
export const ENGINES: Readonly<Record<string, EngineKind>> = {
  'helm-chart': { fields: HELM_CHART_FIELDS, make: options => new HelmChartEngine(helmChartOptions(options)) },
  'flux': { fields: FLUX_FIELDS, make: (options, place) => new FluxEngine(fluxSettingsAt(options, place)), faults: fluxFaults },
  'argo-cd': { fields: ARGO_CD_FIELDS, make: (options, place) => argoCd(argoCdOptionsAt(options, place)), faults: argoCdFaults },
  'plain': { fields: PLAIN_FIELDS, make: plain },
  'crossplane': { fields: CROSSPLANE_FIELDS, make: (options, place) => new CrossplaneEngine(crossplaneSettingsAt(options, place)), faults: crossplaneFaults },
};
