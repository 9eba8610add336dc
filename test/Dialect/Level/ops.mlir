// RUN: weft-opt %s | weft-opt | FileCheck %s
// RUN: weft-opt %s --mlir-print-op-generic | weft-opt | FileCheck %s
// RUN: weft-opt %s --emit-bytecode | weft-opt | FileCheck %s

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#List = #level.format<(i) -> (i : compressed(nonunique))>

// CHECK-LABEL: func @tensors
// CHECK-SAME:    (%[[A:.*]]: tensor<?x?xf64, #[[$CSR:.*]]>)
func.func @tensors(%A: tensor<?x?xf64, #CSR>) {
  // CHECK: level.open %[[A]] : tensor<?x?xf64, #[[$CSR]]>
  %0 = level.open %A : tensor<?x?xf64, #CSR>
  // CHECK: level.release %[[A]] : tensor<?x?xf64, #[[$CSR]]>
  level.release %A : tensor<?x?xf64, #CSR>
  return
}

// CHECK-LABEL: func @iterate
// CHECK-SAME:    (%[[S:.*]]: !level.storage<tensor<?x?xf64, #[[$CSR]]>>, %[[I:.*]]: index, %[[P:.*]]: index, %[[Q:.*]]: index)
func.func @iterate(%s: !level.storage<tensor<?x?xf64, #CSR>>, %i: index, %p: index, %q: index) {
  // CHECK: level.size %[[S]] level 1 : !level.storage<tensor<?x?xf64, #[[$CSR]]>>
  %n = level.size %s level 1 : !level.storage<tensor<?x?xf64, #CSR>>
  // CHECK: %[[B:.*]], %[[E:.*]] = level.pos_bounds %[[S]] level 1 under %[[P]] to %[[Q]] : {{.*}}<tensor<?x?xf64, #[[$CSR]]>>
  %b, %e = level.pos_bounds %s level 1 under %p to %q : !level.storage<tensor<?x?xf64, #CSR>>
  // CHECK: %[[J:.*]], %{{.*}} = level.pos_access %[[S]] level 1 at %[[B]] coords(%[[I]]) : {{.*}}<tensor<?x?xf64, #[[$CSR]]>>
  %j, %found = level.pos_access %s level 1 at %b coords(%i) : !level.storage<tensor<?x?xf64, #CSR>>
  // CHECK: level.search %[[S]] level 1 in %[[B]] to %[[E]] for %[[J]] coords(%{{.*}}) : {{.*}}<tensor<?x?xf64, #[[$CSR]]>>
  %r = level.search %s level 1 in %b to %e for %j coords(%i) : !level.storage<tensor<?x?xf64, #CSR>>
  // CHECK: level.search %[[S]] level 1 in %[[B]] to %[[E]] for %[[J]] coords(%{{.*}}) gallops : {{.*}}<tensor<?x?xf64, #[[$CSR]]>>
  %g = level.search %s level 1 in %b to %e for %j coords(%i) gallops : !level.storage<tensor<?x?xf64, #CSR>>
  // CHECK: level.parent_of %[[S]] level 1 at %[[B]] under %[[P]] to %[[Q]] : {{.*}}<tensor<?x?xf64, #[[$CSR]]>>
  %parent = level.parent_of %s level 1 at %b under %p to %q : !level.storage<tensor<?x?xf64, #CSR>>
  // CHECK: level.locate %[[S]] level 0 under %[[P]] coords(%[[I]]) : !level.storage<tensor<?x?xf64, #[[$CSR]]>>
  %t, %located = level.locate %s level 0 under %p coords(%i) : !level.storage<tensor<?x?xf64, #CSR>>
  // CHECK: level.load %[[S]][%[[B]]] : !level.storage<tensor<?x?xf64, #[[$CSR]]>>
  %v = level.load %s[%b] : !level.storage<tensor<?x?xf64, #CSR>>
  return
}

// CHECK-LABEL: func @combine
// CHECK-SAME:    (%[[S:.*]]: !level.storage<tensor<?xf64, #[[$LIST:.*]]>>, %[[P:.*]]: index, %[[Q:.*]]: index)
func.func @combine(%s: !level.storage<tensor<?xf64, #List>>, %p: index, %q: index) -> (f64, f64) {
  // CHECK: level.combine arith.addf %[[S]][%[[P]] to %[[Q]]] : !level.storage<tensor<?xf64, #[[$LIST]]>>
  %0 = level.combine arith.addf %s[%p to %q] : !level.storage<tensor<?xf64, #List>>
  // A combiner of several operations is a region.
  // CHECK:      level.combine {
  // CHECK-NEXT: ^bb0(%[[X:.*]]: f64, %[[Y:.*]]: f64):
  // CHECK-NEXT:   %[[NEG:.*]] = arith.negf %[[Y]]
  // CHECK-NEXT:   %[[SUB:.*]] = arith.addf %[[X]], %[[NEG]]
  // CHECK-NEXT:   level.yield %[[SUB]] : f64
  // CHECK-NEXT: } %[[S]][%[[P]] to %[[Q]]]
  %1 = level.combine {
  ^bb0(%x: f64, %y: f64):
    %2 = arith.negf %y : f64
    %3 = arith.addf %x, %2 : f64
    level.yield %3 : f64
  } %s[%p to %q] : !level.storage<tensor<?xf64, #List>>
  return %0, %1 : f64, f64
}

// CHECK-LABEL: func @append
// CHECK-SAME:    (%[[I:.*]]: index, %[[J:.*]]: index, %[[P:.*]]: index, %[[V:.*]]: f64, %[[COND:.*]]: i1)
func.func @append(%i: index, %j: index, %p: index, %v: f64, %cond: i1) -> tensor<?x?xf64, #CSR> {
  // CHECK: %[[B0:.*]] = level.init(%[[I]], %[[J]]) : {{.*}}<tensor<?x?xf64, #[[$CSR]]>>
  %b0 = level.init(%i, %j) : !level.builder<tensor<?x?xf64, #CSR>>
  // CHECK: %[[Q:.*]] = level.next %[[B0]] level 1 : {{.*}}<tensor<?x?xf64, #[[$CSR]]>>
  %q = level.next %b0 level 1 : !level.builder<tensor<?x?xf64, #CSR>>
  // CHECK: %[[B1:.*]] = level.store %[[V]], %[[B0]][%[[Q]]] : f64, {{.*}}<tensor<?x?xf64, #[[$CSR]]>>
  %b1 = level.store %v, %b0[%q] : f64, !level.builder<tensor<?x?xf64, #CSR>>
  // CHECK: %[[B2:.*]] = level.append_coord %[[B1]] level 1 coord %[[J]] : {{.*}}<tensor<?x?xf64, #[[$CSR]]>>
  %b2 = level.append_coord %b1 level 1 coord %j : !level.builder<tensor<?x?xf64, #CSR>>
  // CHECK: %[[B3:.*]] = level.append_coord %[[B2]] level 1 coord %[[I]] if %[[COND]] : {{.*}}<tensor<?x?xf64, #[[$CSR]]>>
  %b3 = level.append_coord %b2 level 1 coord %i if %cond : !level.builder<tensor<?x?xf64, #CSR>>
  %r = level.next %b3 level 1 : !level.builder<tensor<?x?xf64, #CSR>>
  // CHECK: %[[B4:.*]] = level.append_edges %[[B3]] level 1 under %[[P]] from %[[Q]] to %{{.*}} : {{.*}}<tensor<?x?xf64, #[[$CSR]]>>
  %b4 = level.append_edges %b3 level 1 under %p from %q to %r : !level.builder<tensor<?x?xf64, #CSR>>
  // CHECK: level.finalize %[[B4]] : {{.*}}<tensor<?x?xf64, #[[$CSR]]>>
  %A = level.finalize %b4 : !level.builder<tensor<?x?xf64, #CSR>>
  return %A : tensor<?x?xf64, #CSR>
}

// CHECK-LABEL: func @reserve
// CHECK-SAME:    (%[[B:.*]]: !level.builder<{{.*}}>, %[[N:.*]]: index, %[[V:.*]]: f64, %[[COND:.*]]: i1)
func.func @reserve(%b: !level.builder<tensor<?x?xf64, #CSR>>, %n: index, %v: f64, %cond: i1) -> !level.builder<tensor<?x?xf64, #CSR>> {
  // CHECK: %[[B1:.*]] = level.reserve_coords %[[B]] level 1 for %[[N]] : {{.*}}<tensor<?x?xf64, #[[$CSR]]>>
  %b1 = level.reserve_coords %b level 1 for %n : !level.builder<tensor<?x?xf64, #CSR>>
  // CHECK: %[[B2:.*]] = level.store %[[V]], %[[B1]][%[[N]]] reserved : f64,
  %b2 = level.store %v, %b1[%n] reserved : f64, !level.builder<tensor<?x?xf64, #CSR>>
  // CHECK: %[[B3:.*]] = level.append_coord %[[B2]] level 1 coord %[[N]] reserved :
  %b3 = level.append_coord %b2 level 1 coord %n reserved : !level.builder<tensor<?x?xf64, #CSR>>
  // CHECK: level.append_coord %[[B3]] level 1 coord %[[N]] if %[[COND]] reserved :
  %b4 = level.append_coord %b3 level 1 coord %n if %cond reserved : !level.builder<tensor<?x?xf64, #CSR>>
  return %b4 : !level.builder<tensor<?x?xf64, #CSR>>
}

#COO = #level.format<(i, j) -> (i : compressed(nonunique), j : singleton)>

// CHECK-LABEL: func @reserve_levels
func.func @reserve_levels(%b: !level.builder<tensor<?x?xf64, #COO>>, %n: index) -> !level.builder<tensor<?x?xf64, #COO>> {
  // CHECK: level.reserve_coords %{{.*}} level 0 to 1 for %{{.*}} : {{.*}}<tensor<?x?xf64, #{{.*}}>>
  %b1 = level.reserve_coords %b level 0 to 1 for %n : !level.builder<tensor<?x?xf64, #COO>>
  return %b1 : !level.builder<tensor<?x?xf64, #COO>>
}

#Entries = #level.format<(i, j) -> (i : compressed(nonunique), j : singleton(nonunique))>

// CHECK-LABEL: func @reserve_entries
func.func @reserve_entries(%b: !level.builder<tensor<?x?xf64, #Entries>>, %n: index) -> !level.builder<tensor<?x?xf64, #Entries>> {
  // CHECK: %[[B1:.*]] = level.reserve_entries arith.addf %{{.*}} for %{{.*}} : {{.*}}<tensor<?x?xf64, #{{.*}}>>
  %b1 = level.reserve_entries arith.addf %b for %n : !level.builder<tensor<?x?xf64, #Entries>>
  // CHECK: level.reserve_entries {
  // CHECK: level.yield
  // CHECK: } %[[B1]] for
  %b2 = level.reserve_entries {
  ^bb0(%x: f64, %y: f64):
    %two = arith.constant 2.0 : f64
    %0 = arith.mulf %y, %two : f64
    %1 = arith.addf %x, %0 : f64
    level.yield %1 : f64
  } %b1 for %n : !level.builder<tensor<?x?xf64, #Entries>>
  return %b2 : !level.builder<tensor<?x?xf64, #Entries>>
}

// CHECK-LABEL: func @combine_entries
func.func @combine_entries(%b: !level.builder<tensor<?x?xf64, #Entries>>) -> !level.builder<tensor<?x?xf64, #Entries>> {
  // CHECK: %[[B1:.*]] = level.combine_entries arith.maximumf %{{.*}} : {{.*}}<tensor<?x?xf64, #{{.*}}>>
  %b1 = level.combine_entries arith.maximumf %b : !level.builder<tensor<?x?xf64, #Entries>>
  // CHECK: level.combine_entries {
  // CHECK: level.yield
  // CHECK: } %[[B1]] :
  %b2 = level.combine_entries {
  ^bb0(%x: f64, %y: f64):
    level.yield %y : f64
  } %b1 : !level.builder<tensor<?x?xf64, #Entries>>
  return %b2 : !level.builder<tensor<?x?xf64, #Entries>>
}

// CHECK-LABEL: func @take_entries
func.func @take_entries(%b: !level.builder<tensor<?xf64, #List>>, %first: index, %marks: memref<?xi8>, %table: memref<?xf64>) -> !level.builder<tensor<?xf64, #List>> {
  // CHECK: level.take_entries %{{.*}} at %{{.*}} from %{{.*}}, %{{.*}} : <tensor<?xf64, #{{.*}}>>, memref<?xi8>, memref<?xf64>
  %b1 = level.take_entries %b at %first from %marks, %table : <tensor<?xf64, #List>>, memref<?xi8>, memref<?xf64>
  return %b1 : !level.builder<tensor<?xf64, #List>>
}

#RowBlocks = #level.format<(i, j) -> (i : compressed, j : dense)>

// CHECK-LABEL: func @insert
// CHECK-SAME:    (%[[I:.*]]: index, %[[P:.*]]: index)
func.func @insert(%i: index, %p: index) -> f64 {
  %b0 = level.init(%i, %i) : !level.builder<tensor<?x?xf64, #RowBlocks>>
  // CHECK: %[[B1:.*]] = level.reserve %{{.*}} level 1 under %[[P]] : {{.*}}<tensor<?x?xf64, #[[$RB:.*]]>>
  %b1 = level.reserve %b0 level 1 under %p : !level.builder<tensor<?x?xf64, #RowBlocks>>
  // CHECK: level.locate %[[B1]] level 1 under %[[P]] coords(%[[I]], %[[I]]) : !level.builder<tensor<?x?xf64, #[[$RB]]>>
  %r, %found = level.locate %b1 level 1 under %p coords(%i, %i) : !level.builder<tensor<?x?xf64, #RowBlocks>>
  // CHECK: %[[B2:.*]], %[[Q:.*]] = level.insert_coord %[[B1]] level 1 under %[[P]] coords(%[[I]], %[[I]]) : {{.*}}<tensor<?x?xf64, #[[$RB]]>>
  %b2, %q = level.insert_coord %b1 level 1 under %p coords(%i, %i) : !level.builder<tensor<?x?xf64, #RowBlocks>>
  // CHECK: level.size %[[B2]] level 0 : !level.builder<tensor<?x?xf64, #[[$RB]]>>
  %n = level.size %b2 level 0 : !level.builder<tensor<?x?xf64, #RowBlocks>>
  // CHECK: level.load %[[B2]][%[[Q]]] : !level.builder<tensor<?x?xf64, #[[$RB]]>>
  %v = level.load %b2[%q] : !level.builder<tensor<?x?xf64, #RowBlocks>>
  return %v : f64
}

#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed)>

// CHECK-LABEL: func @reuse
// CHECK-SAME:    (%[[A:.*]]: tensor<?x?xf64, #{{.*}}>, %[[N:.*]]: index, %[[P:.*]]: index)
func.func @reuse(%A: tensor<?x?xf64, #DCSR>, %n: index, %p: index) {
  // CHECK: %[[B:.*]] = level.init(%[[N]], %[[N]]) unfilled keeping %[[A]] levels 1 : tensor<?x?xf64, #{{.*}}> -> {{.*}}<tensor<?x?xf64, #[[$RB]]>, reuse>
  %b = level.init(%n, %n) unfilled keeping %A levels 1 : tensor<?x?xf64, #DCSR> -> !level.builder<tensor<?x?xf64, #RowBlocks>, reuse>
  // CHECK: level.fill_segment %[[B]] level 0 at %[[P]] : {{.*}}<tensor<?x?xf64, #[[$RB]]>, reuse>
  %c = level.fill_segment %b level 0 at %p : !level.builder<tensor<?x?xf64, #RowBlocks>, reuse>
  return
}

// CHECK-LABEL: func @assembly
// CHECK-SAME:    (%[[A:.*]]: tensor<?x?xf64, #[[$CSR]]>, %[[N:.*]]: index)
func.func @assembly(%A: tensor<?x?xf64, #CSR>, %n: index) {
  // CHECK: level.init(%[[N]], %[[N]]) keeping %[[A]] : tensor<?x?xf64, #[[$CSR]]> -> {{.*}}<tensor<?x?xf64, #[[$CSR]]>, compute>
  %0 = level.init(%n, %n) keeping %A : tensor<?x?xf64, #CSR> -> !level.builder<tensor<?x?xf64, #CSR>, compute>
  // CHECK: level.init(%[[N]], %[[N]]) : {{.*}}<tensor<?x?xf64, #[[$CSR]]>, assemble>
  %1 = level.init(%n, %n) : !level.builder<tensor<?x?xf64, #CSR>, assemble>
  // CHECK: level.init() : {{.*}}<tensor<f64>>
  %2 = level.init() : !level.builder<tensor<f64>>
  // CHECK: %[[L:.*]] = level.init(%[[N]]) : {{.*}}<tensor<?xf64, #[[$LIST]]>>
  %3 = level.init(%n) : !level.builder<tensor<?xf64, #List>>
  // CHECK: level.finalize %[[L]] sorting : {{.*}}<tensor<?xf64, #[[$LIST]]>>
  %4 = level.finalize %3 sorting : !level.builder<tensor<?xf64, #List>>
  return
}

// Attributes beside those of an operation stay.
// CHECK-LABEL: func @attributes
func.func @attributes(%A: tensor<?x?xf64, #CSR>, %S: !level.storage<tensor<?xf64, #List>>, %p: index) {
  // CHECK: level.open %{{.*}} {tag = 1 : i64} : tensor
  %0 = level.open %A {tag = 1 : i64} : tensor<?x?xf64, #CSR>
  // CHECK: level.combine arith.addf %{{.*}} {tag = 2 : i64} : !level.storage
  %1 = level.combine arith.addf %S[%p to %p] {tag = 2 : i64} : !level.storage<tensor<?xf64, #List>>
  return
}

// CHECK-LABEL: func @atomic_update(
// CHECK: %[[B1:.*]] = level.atomic_update arith.addf %{{.*}}, %{{.*}}[%{{.*}}] {a = 1 : i64} : f64, !level.builder<tensor<?xf64>>
// CHECK: level.atomic_update {
// CHECK-NEXT: ^bb0(%[[X:.*]]: f64, %[[Y:.*]]: f64):
// CHECK: level.yield
// CHECK: } %{{.*}}, %[[B1]][%{{.*}}] : f64, !level.builder<tensor<?xf64>>
func.func @atomic_update(%b: !level.builder<tensor<?xf64>>, %v: f64, %p: index) -> !level.builder<tensor<?xf64>> {
  %b1 = level.atomic_update arith.addf %v, %b[%p] {a = 1} : f64, !level.builder<tensor<?xf64>>
  %b2 = level.atomic_update {
  ^bb0(%x: f64, %y: f64):
    %a = math.absf %y : f64
    %m = arith.maximumf %x, %a : f64
    level.yield %m : f64
  } %v, %b1[%p] : f64, !level.builder<tensor<?xf64>>
  return %b2 : !level.builder<tensor<?xf64>>
}
