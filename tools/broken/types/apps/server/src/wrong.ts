export const hosts: number = "three";
