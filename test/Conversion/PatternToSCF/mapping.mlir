// RUN: weft-opt %s -convert-pattern-to-scf | FileCheck %s

!matrix = !pattern.array<"n" x array<"m" x f32>>

// CHECK-LABEL: func.func @mapped(
// CHECK: scf.parallel
// CHECK:   scf.for
// CHECK:   } {loop_annotation = #{{.*}}}
// CHECK:   scf.reduce
// CHECK-NEXT: }{{$}}
pattern.program @mapped ["n", "m"] (%a = "a" : !matrix) -> !matrix {
  %one = arith.constant 1.0 : f32
  %b = pattern.map par (%row = %a : !matrix) {
    %more = pattern.map vec (%x = %row : !pattern.array<"m" x f32>) {
      %y = arith.addf %x, %one : f32
      pattern.yield %y : f32
    }
    pattern.yield %more : !pattern.array<"m" x f32>
  }
  pattern.yield %b : !matrix
}

// CHECK-LABEL: func.func @blocks(
// CHECK: scf.parallel
// CHECK:   scf.parallel
// CHECK:   } {pattern.mapping = #pattern.mapping<local>}
// CHECK: } {pattern.mapping = #pattern.mapping<workgroup>}
pattern.program @blocks ["n", "m"] (%a = "a" : !matrix) -> !matrix {
  %b = pattern.map workgroup (%row = %a : !matrix) {
    %more = pattern.map local (%x = %row : !pattern.array<"m" x f32>) {
      %y = arith.negf %x : f32
      pattern.yield %y : f32
    }
    pattern.yield %more : !pattern.array<"m" x f32>
  }
  pattern.yield %b : !matrix
}
