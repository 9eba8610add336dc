// RUN: weft-opt %s --convert-tin-to-cin --convert-cin-to-lattice | FileCheck %s

#Sparse = #level.format<(i) -> (i : compressed)>

// The identity that a combiner region states makes what is absent skippable:
// a largest magnitude over a sparse vector iterates over its entries alone.

// CHECK-LABEL: func.func @largest_magnitude(
// CHECK: lattice.coiterate "i"
// CHECK-NEXT: point [T01] {
func.func @largest_magnitude(%x: tensor<?xf64, #Sparse>) -> tensor<f64> {
  %m = tin.compute () : tensor<f64> {
    %r = tin.reduce {
    ^bb0(%acc: f64, %v: f64):
      %abs = math.absf %v : f64
      %max = arith.maximumf %acc, %abs : f64
      tin.yield %max : f64
    } (%i "i") identity(0.0 : f64) {
      %a = tin.access %x[%i] : tensor<?xf64, #Sparse>
      tin.yield %a : f64
    } : f64
    tin.yield %r : f64
  }
  return %m : tensor<f64>
}
