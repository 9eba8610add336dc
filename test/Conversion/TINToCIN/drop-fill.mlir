// A compute may say that its result stores no fill.

// RUN: weft-opt %s --convert-tin-to-cin --cin-set-assembly=reuse --split-input-file | FileCheck %s

#SV = #level.format<(i) -> (i : compressed)>

// The reuse of the operand's structure would keep what is dropped.
// CHECK-LABEL: func.func @drop
// CHECK:         cin.kernel ins(%{{.*}}) outs(%{{.*}}) {{.*}}drop_fill
// CHECK-NOT:     reuse
func.func @drop(%x: tensor<?xf64, #SV>) -> tensor<?xf64, #SV> {
  %y = tin.compute (%i) drop_fill : tensor<?xf64, #SV> {
    %a = tin.access %x[%i] : tensor<?xf64, #SV>
    tin.yield %a : f64
  }
  return %y : tensor<?xf64, #SV>
}

// -----

#SV = #level.format<(i) -> (i : compressed)>

// CHECK-LABEL: func.func @keep
// CHECK:         cin.kernel
// CHECK-NOT:     drop_fill
// CHECK:         return
func.func @keep(%x: tensor<?xf64, #SV>) -> tensor<?xf64, #SV> {
  %y = tin.compute (%i) : tensor<?xf64, #SV> {
    %a = tin.access %x[%i] : tensor<?xf64, #SV>
    tin.yield %a : f64
  }
  return %y : tensor<?xf64, #SV>
}
