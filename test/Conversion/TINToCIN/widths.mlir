// RUN: weft-opt %s -convert-tin-to-cin -split-input-file | FileCheck %s

// Temporaries have positions and coordinates as wide as the widest of the
// tensors with modes that their variables index, and not less than 32 bits.

// A workspace for one row: of the result, and of an operand.
#Rows = #level.format<(i, j) -> (i : compressed, j : compressed), crd = 64>
#Wide = #level.format<(j) -> (j : compressed), pos = 64>

// CHECK-DAG: #[[WIDE:.*]] = #level.format<(d0) -> (d0 : compressed(nonunique)), pos = 64, crd = 64>
// CHECK-LABEL: func @workspace
// CHECK: cin.where {{.*}} : tensor<?xf64, #[[WIDE]]>
func.func @workspace(%a: tensor<?x?xf64, #Rows>) -> tensor<?xf64, #Wide> {
  %y = tin.compute (%j "j") : tensor<?xf64, #Wide> {
    %s = tin.reduce arith.addf (%i "i") {
      %0 = tin.access %a[%i, %j] : tensor<?x?xf64, #Rows>
      tin.yield %0 : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<?xf64, #Wide>
}

// -----

// What narrow tensors are computed from may be more than they store; and widths
// of tensors that are indexed by other variables do not count.
#Narrow = #level.format<(i, j) -> (i : compressed, j : compressed), pos = 8, crd = 8>
#Wide = #level.format<(i) -> (i : compressed), pos = 64, crd = 64>
#Result = #level.format<(j) -> (j : compressed), pos = 16>

// CHECK-DAG: #[[LIST:.*]] = #level.format<(d0) -> (d0 : compressed(nonunique))>
// CHECK-LABEL: func @narrow
// CHECK: cin.where {{.*}} : tensor<?xf64, #[[LIST]]>
func.func @narrow(%a: tensor<?x?xf64, #Narrow>, %x: tensor<?xf64, #Wide>) -> tensor<?xf64, #Result> {
  %y = tin.compute (%j "j") : tensor<?xf64, #Result> {
    %s = tin.reduce arith.addf (%i "i") {
      %0 = tin.access %a[%i, %j] : tensor<?x?xf64, #Narrow>
      %1 = tin.access %x[%i] : tensor<?xf64, #Wide>
      %p = arith.mulf %0, %1 : f64
      tin.yield %p : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<?xf64, #Result>
}

// -----

// A copy in the order of the loops.
#Rows = #level.format<(i, j) -> (i : compressed, j : compressed)>
#Columns = #level.format<(i, j) -> (j : compressed, i : compressed), crd = 64>

// CHECK-DAG: #[[COPY:.*]] = #level.format<(d0, d1) -> (d0 : compressed(nonunique), d1 : singleton), crd = 64>
// CHECK-LABEL: func @copy
// CHECK: tensor.empty({{.*}}) : tensor<?x?xf64, #[[COPY]]>
func.func @copy(%a: tensor<?x?xf64, #Rows>, %b: tensor<?x?xf64, #Columns>) -> tensor<?x?xf64, #Rows> {
  %y = tin.compute (%i "i", %j "j") : tensor<?x?xf64, #Rows> {
    %0 = tin.access %a[%i, %j] : tensor<?x?xf64, #Rows>
    %1 = tin.access %b[%i, %j] : tensor<?x?xf64, #Columns>
    %p = arith.mulf %0, %1 : f64
    tin.yield %p : f64
  }
  return %y : tensor<?x?xf64, #Rows>
}

// -----

// A copy of a tensor that sums index.
#Rows = #level.format<(i, j) -> (i : compressed, j : compressed)>
#Wide = #level.format<(i, j) -> (i : compressed, j : compressed), crd = 64>

// CHECK-DAG: #[[COPY:.*]] = #level.format<(d0, d1) -> (d1 : compressed(nonunique), d0 : singleton), crd = 64>
// CHECK-LABEL: func @sums
// CHECK: tensor.empty({{.*}}) : tensor<?x?xf64, #[[COPY]]>
func.func @sums(%a: tensor<?x?xf64, #Wide>, %b: tensor<?x?xf64, #Rows>) -> tensor<?xf64> {
  %y = tin.compute (%i "i") : tensor<?xf64> {
    %s = tin.reduce arith.addf (%j "j") {
      %at = tin.affine [1](%i) plus 1
      %0 = tin.access %b[%i, %j] : tensor<?x?xf64, #Rows>
      %1 = tin.access %a[%j, %at] : tensor<?x?xf64, #Wide>
      %p = arith.mulf %0, %1 : f64
      tin.yield %p : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<?xf64>
}

// -----

// A copy that has whole coordinates of what is stored in blocks.
#Blocks = #level.format<(i, j) -> (i floordiv 4 : dense, j floordiv 4 : compressed, i mod 4 : dense, j mod 4 : dense)>
#Rows = #level.format<(i, j) -> (i : compressed, j : compressed)>

// CHECK-DAG: #[[COPY:.*]] = #level.format<(d0, d1) -> (d1 : compressed(nonunique), d0 : singleton), crd = 64>
// CHECK-LABEL: func @blocks
// CHECK: tensor.empty({{.*}}) : tensor<?x?xf64, #[[COPY]]>
func.func @blocks(%a: tensor<?x?xf64, #Blocks>, %b: tensor<?x?xf64, #Rows>) -> tensor<?xf64> {
  %y = tin.compute (%i "i") : tensor<?xf64> {
    %s = tin.reduce arith.addf (%j "j") {
      %at = tin.affine [1](%i) plus 1
      %0 = tin.access %b[%i, %j] : tensor<?x?xf64, #Rows>
      %1 = tin.access %a[%j, %at] : tensor<?x?xf64, #Blocks>
      %p = arith.mulf %0, %1 : f64
      tin.yield %p : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<?xf64>
}
