// RUN: weft-opt %s | weft-opt | FileCheck %s
// RUN: weft-opt %s --mlir-print-op-generic | weft-opt | FileCheck %s
// RUN: weft-opt %s --emit-bytecode | weft-opt | FileCheck %s
// RUN: weft-opt %s -canonicalize | FileCheck %s --check-prefix=FOLD

// Assembly in two phases.
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed)>

// CHECK-LABEL: func @csr
// CHECK-SAME:    (%[[N:.*]]: index, %[[P:.*]]: index, %[[J:.*]]: index, %[[V:.*]]: f64)
func.func @csr(%n: index, %p: index, %j: index, %v: f64) -> tensor<?x?xf64, #CSR> {
  // CHECK: %[[B0:.*]] = level.init(%[[N]], %[[N]]) : {{.*}}<tensor<?x?xf64, #[[$CSR:.*]]>, count>
  %b0 = level.init(%n, %n) : !level.builder<tensor<?x?xf64, #CSR>, count>
  // CHECK: level.next %[[B0]] level 1 : {{.*}}<tensor<?x?xf64, #[[$CSR]]>, count>
  %k = level.next %b0 level 1 : !level.builder<tensor<?x?xf64, #CSR>, count>
  // CHECK: %[[B1:.*]] = level.count %[[B0]] level 1 under %[[P]] of %[[N]] : {{.*}}<tensor<?x?xf64, #[[$CSR]]>, count>
  %b1 = level.count %b0 level 1 under %p of %n : !level.builder<tensor<?x?xf64, #CSR>, count>
  // CHECK: %[[C0:.*]] = level.scan %[[B1]] : {{.*}}<tensor<?x?xf64, #[[$CSR]]>, count>
  %c0 = level.scan %b1 : !level.builder<tensor<?x?xf64, #CSR>, count>
  // CHECK: %[[Q:.*]] = level.begin %[[C0]] level 1 under %[[P]] : {{.*}}<tensor<?x?xf64, #[[$CSR]]>, place>
  %q = level.begin %c0 level 1 under %p : !level.builder<tensor<?x?xf64, #CSR>, place>
  // CHECK: %[[C1:.*]] = level.store %[[V]], %[[C0]][%[[Q]]] : f64, {{.*}}<tensor<?x?xf64, #[[$CSR]]>, place>
  %c1 = level.store %v, %c0[%q] : f64, !level.builder<tensor<?x?xf64, #CSR>, place>
  // CHECK: %[[C2:.*]] = level.place %[[C1]] level 1 at %[[Q]] coord %[[J]] : {{.*}}<tensor<?x?xf64, #[[$CSR]]>, place>
  %c2 = level.place %c1 level 1 at %q coord %j : !level.builder<tensor<?x?xf64, #CSR>, place>
  // CHECK: level.finalize %[[C2]] : {{.*}}<tensor<?x?xf64, #[[$CSR]]>, place>
  %A = level.finalize %c2 : !level.builder<tensor<?x?xf64, #CSR>, place>
  return %A : tensor<?x?xf64, #CSR>
}

// A condition that is known places always or never.
// CHECK-LABEL: func @condition
// CHECK-SAME:    (%[[C:.*]]: !level.builder<tensor<?x?xf64, #[[$DCSR:.*]]>, place>, %[[I:.*]]: index, %[[IF:.*]]: i1)
// CHECK: level.place %[[C]] level 0 at %[[I]] coord %[[I]] if %[[IF]] : {{.*}}<tensor<?x?xf64, #[[$DCSR]]>, place>

// FOLD-LABEL: func @condition
// FOLD-SAME:    (%[[C:[a-z0-9]*]]: !level.builder
// FOLD: %[[C0:.*]] = level.place %[[C]] level 0 {{.*}} if
// FOLD-NEXT: %[[C1:.*]] = level.place %[[C0]] level 0
// FOLD-NOT: if
// FOLD: return %[[C1]]
func.func @condition(%c: !level.builder<tensor<?x?xf64, #DCSR>, place>, %i: index, %if: i1) -> !level.builder<tensor<?x?xf64, #DCSR>, place> {
  %true = arith.constant true
  %false = arith.constant false
  %c0 = level.place %c level 0 at %i coord %i if %if : !level.builder<tensor<?x?xf64, #DCSR>, place>
  %c1 = level.place %c0 level 0 at %i coord %i if %true : !level.builder<tensor<?x?xf64, #DCSR>, place>
  %c2 = level.place %c1 level 0 at %i coord %i if %false : !level.builder<tensor<?x?xf64, #DCSR>, place>
  return %c2 : !level.builder<tensor<?x?xf64, #DCSR>, place>
}

#CSC = #level.format<(i, j) -> (j : dense, i : compressed)>

// CHECK-LABEL: func.func @runs
func.func @runs(%b: !level.builder<tensor<?x?xf64, #CSC>>, %p: index, %n: index) -> tensor<?x?xf64, #CSC> {
  // CHECK: level.append_children %{{.*}} level 1 under %{{.*}} count %{{.*}} : <{{.*}}>
  %b1 = level.append_children %b level 1 under %p count %n : !level.builder<tensor<?x?xf64, #CSC>>
  // CHECK: level.append_children %{{.*}} level 1 under %{{.*}} count %{{.*}} shared : <{{.*}}>
  %b2 = level.append_children %b1 level 1 under %p count %n shared : !level.builder<tensor<?x?xf64, #CSC>>
  %A = level.finalize %b2 : !level.builder<tensor<?x?xf64, #CSC>>
  return %A : tensor<?x?xf64, #CSC>
}

// CHECK-LABEL: func.func @scatter
func.func @scatter(%b: !level.builder<tensor<?x?xf64, #CSC>, count>, %p: index, %i: index) -> tensor<?x?xf64, #CSC> {
  // CHECK: level.add_child %{{.*}} level 1 under %{{.*}} : <{{.*}}, count>
  %b1 = level.add_child %b level 1 under %p : !level.builder<tensor<?x?xf64, #CSC>, count>
  // CHECK: level.scan %{{.*}} scattered : <{{.*}}, count>
  %c = level.scan %b1 scattered : !level.builder<tensor<?x?xf64, #CSC>, count>
  // CHECK: level.take_child %{{.*}} level 1 under %{{.*}} coord %{{.*}} : <{{.*}}, place>
  %c1, %q = level.take_child %c level 1 under %p coord %i : !level.builder<tensor<?x?xf64, #CSC>, place>
  %A = level.finalize %c1 : !level.builder<tensor<?x?xf64, #CSC>, place>
  return %A : tensor<?x?xf64, #CSC>
}
