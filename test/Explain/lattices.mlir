// RUN: weft-opt %s --convert-tin-to-cin '--convert-cin-to-lattice=max-copies=60 carry=false' --print-lattices | FileCheck %s

// The lattices of thesis figures 3-23 and 3-27: `b`, `c` and `d` compressed in
// (a) and (b), dense in (c) and (d), and `c` alone dense in (e) and (f).

#Sparse = #level.format<(i) -> (i : compressed)>
#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed)>

//===----------------------------------------------------------------------===//
// Figure 3-23: (b ∪ c) ∩ d
//===----------------------------------------------------------------------===//

// CHECK: {{^}}i{{$}}
// CHECK-NEXT: {{^}}  {b1, c1, d1}{{$}}
// CHECK-NEXT: {{^}}  {b1, d1}{{$}}
// CHECK-NEXT: {{^}}  {c1, d1}{{$}}
func.func @figure_3_23(%b: tensor<?xf64, #Sparse> {weft.name = "b"},
                       %c: tensor<?xf64, #Sparse> {weft.name = "c"},
                       %d: tensor<?xf64, #Sparse> {weft.name = "d"})
    -> tensor<?xf64, #Sparse> {
  %a = tin.compute (%i "i") : tensor<?xf64, #Sparse> {
    %0 = tin.access %b[%i] : tensor<?xf64, #Sparse>
    %1 = tin.access %c[%i] : tensor<?xf64, #Sparse>
    %2 = arith.addf %0, %1 : f64
    %3 = tin.access %d[%i] : tensor<?xf64, #Sparse>
    %4 = arith.mulf %2, %3 : f64
    tin.yield %4 : f64
  }
  return %a : tensor<?xf64, #Sparse>
}

//===----------------------------------------------------------------------===//
// Figure 3-27, (a) and (b): compressed operands
//===----------------------------------------------------------------------===//

// b ∩ c ∩ d
// CHECK-NEXT: {{^}}i{{$}}
// CHECK-NEXT: {{^}}  {b1, c1, d1}{{$}}
func.func @compressed_intersection(%b: tensor<?xf64, #Sparse> {weft.name = "b"},
                                   %c: tensor<?xf64, #Sparse> {weft.name = "c"},
                                   %d: tensor<?xf64, #Sparse> {weft.name = "d"})
    -> tensor<?xf64> {
  %a = tin.compute (%i "i") : tensor<?xf64> {
    %0 = tin.access %b[%i] : tensor<?xf64, #Sparse>
    %1 = tin.access %c[%i] : tensor<?xf64, #Sparse>
    %2 = arith.mulf %0, %1 : f64
    %3 = tin.access %d[%i] : tensor<?xf64, #Sparse>
    %4 = arith.mulf %2, %3 : f64
    tin.yield %4 : f64
  }
  return %a : tensor<?xf64>
}

// b ∪ c ∪ d
// CHECK-NEXT: {{^}}i{{$}}
// CHECK-NEXT: {{^}}  {b1, c1, d1}{{$}}
// CHECK-NEXT: {{^}}  {b1, c1}{{$}}
// CHECK-NEXT: {{^}}  {b1, d1}{{$}}
// CHECK-NEXT: {{^}}  {c1, d1}{{$}}
// CHECK-NEXT: {{^}}  {b1}{{$}}
// CHECK-NEXT: {{^}}  {c1}{{$}}
// CHECK-NEXT: {{^}}  {d1}{{$}}
func.func @compressed_union(%b: tensor<?xf64, #Sparse> {weft.name = "b"},
                            %c: tensor<?xf64, #Sparse> {weft.name = "c"},
                            %d: tensor<?xf64, #Sparse> {weft.name = "d"})
    -> tensor<?xf64> {
  %a = tin.compute (%i "i") : tensor<?xf64> {
    %0 = tin.access %b[%i] : tensor<?xf64, #Sparse>
    %1 = tin.access %c[%i] : tensor<?xf64, #Sparse>
    %2 = arith.addf %0, %1 : f64
    %3 = tin.access %d[%i] : tensor<?xf64, #Sparse>
    %4 = arith.addf %2, %3 : f64
    tin.yield %4 : f64
  }
  return %a : tensor<?xf64>
}

//===----------------------------------------------------------------------===//
// Figure 3-27, (c) and (d): dense operands
//===----------------------------------------------------------------------===//

// b ∩ c ∩ d
// CHECK-NEXT: {{^}}i{{$}}
// CHECK-NEXT: {{^}}  {U | b1, c1, d1}{{$}}
func.func @dense_intersection(%b: tensor<?xf64> {weft.name = "b"},
                              %c: tensor<?xf64> {weft.name = "c"},
                              %d: tensor<?xf64> {weft.name = "d"})
    -> tensor<?xf64> {
  %a = tin.compute (%i "i") : tensor<?xf64> {
    %0 = tin.access %b[%i] : tensor<?xf64>
    %1 = tin.access %c[%i] : tensor<?xf64>
    %2 = arith.mulf %0, %1 : f64
    %3 = tin.access %d[%i] : tensor<?xf64>
    %4 = arith.mulf %2, %3 : f64
    tin.yield %4 : f64
  }
  return %a : tensor<?xf64>
}

// b ∪ c ∪ d
// CHECK-NEXT: {{^}}i{{$}}
// CHECK-NEXT: {{^}}  {U | b1, c1, d1}{{$}}
func.func @dense_union(%b: tensor<?xf64> {weft.name = "b"},
                       %c: tensor<?xf64> {weft.name = "c"},
                       %d: tensor<?xf64> {weft.name = "d"})
    -> tensor<?xf64> {
  %a = tin.compute (%i "i") : tensor<?xf64> {
    %0 = tin.access %b[%i] : tensor<?xf64>
    %1 = tin.access %c[%i] : tensor<?xf64>
    %2 = arith.addf %0, %1 : f64
    %3 = tin.access %d[%i] : tensor<?xf64>
    %4 = arith.addf %2, %3 : f64
    tin.yield %4 : f64
  }
  return %a : tensor<?xf64>
}

//===----------------------------------------------------------------------===//
// Figure 3-27, (e) and (f): mixed operands
//===----------------------------------------------------------------------===//

// b ∩ c ∩ d
// CHECK-NEXT: {{^}}i{{$}}
// CHECK-NEXT: {{^}}  {b1, d1 | c1}{{$}}
func.func @mixed_intersection(%b: tensor<?xf64, #Sparse> {weft.name = "b"},
                              %c: tensor<?xf64> {weft.name = "c"},
                              %d: tensor<?xf64, #Sparse> {weft.name = "d"})
    -> tensor<?xf64> {
  %a = tin.compute (%i "i") : tensor<?xf64> {
    %0 = tin.access %b[%i] : tensor<?xf64, #Sparse>
    %1 = tin.access %c[%i] : tensor<?xf64>
    %2 = arith.mulf %0, %1 : f64
    %3 = tin.access %d[%i] : tensor<?xf64, #Sparse>
    %4 = arith.mulf %2, %3 : f64
    tin.yield %4 : f64
  }
  return %a : tensor<?xf64>
}

// b ∪ c ∪ d
// CHECK-NEXT: {{^}}i{{$}}
// CHECK-NEXT: {{^}}  {U, b1, d1 | c1}{{$}}
// CHECK-NEXT: {{^}}  {U, b1 | c1}{{$}}
// CHECK-NEXT: {{^}}  {U, d1 | c1}{{$}}
// CHECK-NEXT: {{^}}  {U | c1}{{$}}
func.func @mixed_union(%b: tensor<?xf64, #Sparse> {weft.name = "b"},
                       %c: tensor<?xf64> {weft.name = "c"},
                       %d: tensor<?xf64, #Sparse> {weft.name = "d"})
    -> tensor<?xf64> {
  %a = tin.compute (%i "i") : tensor<?xf64> {
    %0 = tin.access %b[%i] : tensor<?xf64, #Sparse>
    %1 = tin.access %c[%i] : tensor<?xf64>
    %2 = arith.addf %0, %1 : f64
    %3 = tin.access %d[%i] : tensor<?xf64, #Sparse>
    %4 = arith.addf %2, %3 : f64
    tin.yield %4 : f64
  }
  return %a : tensor<?xf64>
}

// (b ∪ d) ∩ c
// CHECK-NEXT: {{^}}i{{$}}
// CHECK-NEXT: {{^}}  {b1, d1 | c1}{{$}}
// CHECK-NEXT: {{^}}  {b1 | c1}{{$}}
// CHECK-NEXT: {{^}}  {d1 | c1}{{$}}
func.func @mixed(%b: tensor<?xf64, #Sparse> {weft.name = "b"},
                 %d: tensor<?xf64, #Sparse> {weft.name = "d"},
                 %c: tensor<?xf64> {weft.name = "c"})
    -> tensor<?xf64> {
  %a = tin.compute (%i "i") : tensor<?xf64> {
    %0 = tin.access %b[%i] : tensor<?xf64, #Sparse>
    %1 = tin.access %d[%i] : tensor<?xf64, #Sparse>
    %2 = arith.addf %0, %1 : f64
    %3 = tin.access %c[%i] : tensor<?xf64>
    %4 = arith.mulf %2, %3 : f64
    tin.yield %4 : f64
  }
  return %a : tensor<?xf64>
}

//===----------------------------------------------------------------------===//
// Nested lattices
//===----------------------------------------------------------------------===//

// Each stands below the point in whose region it is.
// CHECK-NEXT: {{^}}i{{$}}
// CHECK-NEXT: {{^}}  {B1, C1}{{$}}
// CHECK-NEXT: {{^}}    j{{$}}
// CHECK-NEXT: {{^}}      {B2, C2}{{$}}
// CHECK-NEXT: {{^}}      {B2}{{$}}
// CHECK-NEXT: {{^}}      {C2}{{$}}
// CHECK-NEXT: {{^}}  {B1}{{$}}
// CHECK-NEXT: {{^}}    j{{$}}
// CHECK-NEXT: {{^}}      {B2}{{$}}
// CHECK-NEXT: {{^}}  {C1}{{$}}
// CHECK-NEXT: {{^}}    j{{$}}
// CHECK-NEXT: {{^}}      {C2}{{$}}
func.func @nested(%B: tensor<?x?xf64, #DCSR> {weft.name = "B"},
                  %C: tensor<?x?xf64, #DCSR> {weft.name = "C"})
    -> tensor<?x?xf64> {
  %A = tin.compute (%i "i", %j "j") : tensor<?x?xf64> {
    %b = tin.access %B[%i, %j] : tensor<?x?xf64, #DCSR>
    %c = tin.access %C[%i, %j] : tensor<?x?xf64, #DCSR>
    %s = arith.addf %b, %c : f64
    tin.yield %s : f64
  }
  return %A : tensor<?x?xf64>
}
