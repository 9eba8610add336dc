// RUN: weft-opt %s --control-flow-sink | FileCheck %s

// What reads a tensor stays before its release.

#Sparse = #level.format<(i) -> (i : compressed)>

// CHECK-LABEL: func @release
// CHECK: level.pos_bounds
// CHECK: level.release
// CHECK: scf.if
func.func @release(%w: tensor<?xf64, #Sparse>, %c: i1) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = level.open %w : tensor<?xf64, #Sparse>
  %lo, %hi = level.pos_bounds %s level 0 under %c0 to %c1 : !level.storage<tensor<?xf64, #Sparse>>
  level.release %w : tensor<?xf64, #Sparse>
  %r = scf.if %c -> index {
    scf.yield %hi : index
  } else {
    scf.yield %c0 : index
  }
  return %r : index
}
