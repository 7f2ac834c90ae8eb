import { App, YamlOutputType } from 'cdk8s';
import { once, Output, outsideCharts } from './render';
import { Delivery, FluxDeliveryOptions, ServingStack, ServingStackProps } from '../../src';

/** The App that Flux delivery needs. */
export const FOLDERS = { yamlOutputType: YamlOutputType.FOLDER_PER_CHART_FILE_PER_RESOURCE };

/** A stack for Flux in an App. */
export function fluxStack(app: App, props: ServingStackProps = {}, options: Partial<FluxDeliveryOptions> = {}, id = 'west'): ServingStack {
  return new ServingStack(app, id, { ...props, delivery: Delivery.flux({ path: 'clusters/west', ...options }) });
}

/** What a stack renders for Flux. */
export function fluxOutput(props: ServingStackProps = {}, options: Partial<FluxDeliveryOptions> = {}, id = 'west'): Output {
  return once([props, options, id], () => outsideCharts(app => fluxStack(app, props, options, id), FOLDERS));
}

/** What is in a folder. */
export function objectsOf(output: Output, folder: string): any[] {
  return Object.entries(output.objectsByFile).filter(([file]) => file.startsWith(`${folder}/`)).flatMap(([, objects]) => objects);
}

/** The Kustomizations, by the folders that they read. */
export function kustomizations(output: Output): Map<string, any> {
  return new Map(output.all('Kustomization').map(object => [object.spec.path.split('/').pop(), object]));
}
