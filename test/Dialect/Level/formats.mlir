// RUN: weft-opt %s | weft-opt | FileCheck %s
// RUN: weft-opt %s --mlir-print-op-generic | weft-opt | FileCheck %s
// RUN: weft-opt %s --emit-bytecode | weft-opt | FileCheck %s

// Formats are printed once, as aliases, with numbered dimensions.

// CHECK-DAG: #[[CSR:.*]] = #level.format<(d0, d1) -> (d0 : dense, d1 : compressed)>
// CHECK-DAG: #[[CSC:.*]] = #level.format<(d0, d1) -> (d1 : dense, d0 : compressed)>
// CHECK-DAG: #[[COO:.*]] = #level.format<(d0, d1) -> (d0 : compressed(nonunique), d1 : singleton)>
// CHECK-DAG: #[[LIST:.*]] = #level.format<(d0, d1) -> (d0 : compressed(nonunique, nonordered), d1 : singleton(nonunique, nonordered))>
// CHECK-DAG: #[[UNORDERED:.*]] = #level.format<(d0) -> (d0 : compressed(nonordered))>
// CHECK-DAG: #[[BCSR:.*]] = #level.format<(d0, d1) -> (d0 floordiv 2 : dense, d1 floordiv 3 : compressed, d0 mod 2 : dense, d1 mod 3 : dense)>
// CHECK-DAG: #[[WIDE:.*]] = #level.format<(d0) -> (d0 : compressed), pos = 64, crd = 8>
// CHECK-DAG: #level.format<(d0, d1) -> (d0 : compressed, d1 : compressed), pos = 16, crd = [64, 8]>
// CHECK-DAG: #level.format<(d0, d1) -> (d0 : dense, d1 : compressed), crd = 16, fill = 1.000000e+00 : f64, packed>
// CHECK-DAG: #[[MINPLUS:.*]] = #level.format<(d0) -> (d0 : compressed), fill = 0x7FF0000000000000 : f64>
// CHECK-DAG: #[[SCALAR:.*]] = #level.format<() -> ()>
// CHECK-DAG: #[[DEFAULTS:.*]] = #level.format<(d0) -> (d0 : compressed)>

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #level.format<(i, j) -> (j : dense, i : compressed)>
#COO = #level.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
#List = #level.format<(i, j) -> (i : compressed(nonordered, nonunique), j : singleton(nonunique, nonordered))>
#Unordered = #level.format<(i) -> (i : compressed(nonordered))>
#BCSR = #level.format<(i, j) -> (i floordiv 2 : dense, j floordiv 3 : compressed, i mod 2 : dense, j mod 3 : dense)>
#Wide = #level.format<(i) -> (i : compressed), pos = 64, crd = 8>
#Mixed = #level.format<(i, j) -> (i : compressed, j : compressed), pos = [16, 16], crd = [64, 8]>
#Packed = #level.format<(i, j) -> (i : dense, j : compressed), packed, fill = 1.0 : f64, crd = 16>
#MinPlus = #level.format<(i) -> (i : compressed), fill = 0x7FF0000000000000 : f64>
#Scalar = #level.format<() -> ()>

// CHECK-LABEL: func private @matrices
// CHECK-SAME:    (tensor<?x?xf64, #[[CSR]]>, tensor<?x?xf64, #[[CSC]]>, tensor<?x?xf64, #[[COO]]>, tensor<?x?xf64, #[[LIST]]>, tensor<?x?xf64, #[[BCSR]]>)
func.func private @matrices(tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSC>, tensor<?x?xf64, #COO>, tensor<?x?xf64, #List>, tensor<?x?xf64, #BCSR>)

// CHECK-LABEL: func private @vectors
// CHECK-SAME:    (tensor<?xf32, #[[UNORDERED]]>, tensor<?xi32, #[[WIDE]]>, tensor<4xf64, #[[MINPLUS]]>, tensor<f64, #[[SCALAR]]>)
func.func private @vectors(tensor<?xf32, #Unordered>, tensor<?xi32, #Wide>, tensor<4xf64, #MinPlus>, tensor<f64, #Scalar>)

// A level type as an attribute of its own. Defaults are not printed.
// CHECK-LABEL: func private @level_types
// CHECK-SAME:    attributes {a = #level.dense, b = #level.compressed, c = #level.compressed<nonunique>, d = #level.compressed<nonunique, nonordered>, e = #level.singleton, f = #level.singleton<nonordered>, g = #[[DEFAULTS]]}
func.func private @level_types() attributes {
  a = #level.dense,
  b = #level.compressed,
  c = #level.compressed<nonunique>,
  d = #level.compressed<nonordered, nonunique>,
  e = #level.singleton,
  f = #level.singleton<nonordered>,
  g = #level.format<(i) -> (i : #level.compressed), pos = 32, crd = 32>
}

// CHECK-LABEL: func private @assemblies
// CHECK-SAME:    attributes {a = #level.assembly<fused>, b = #level.assembly<assemble>, c = #level.assembly<compute>, d = #level.assembly<two_phase>}
func.func private @assemblies() attributes {
  a = #level.assembly<fused>, b = #level.assembly<assemble>, c = #level.assembly<compute>, d = #level.assembly<two_phase>
}

// A builder is for a fused kernel unless it says otherwise.
// CHECK-LABEL: func private @types
// CHECK-SAME:    (!level.storage<tensor<?x?xf64, #[[CSR]]>>, !level.builder<tensor<?x?xf64, #[[CSR]]>>, !level.builder<tensor<?x?xf64, #[[CSR]]>, assemble>, !level.builder<tensor<?xf64>, compute>)
func.func private @types(
  !level.storage<tensor<?x?xf64, #CSR>>,
  !level.builder<tensor<?x?xf64, #CSR>, fused>,
  !level.builder<tensor<?x?xf64, #CSR>, assemble>,
  !level.builder<tensor<?xf64>, compute>)

func.func private @mixed(tensor<?x?xf64, #Mixed>)
func.func private @packed(tensor<?x?xf64, #Packed>)
