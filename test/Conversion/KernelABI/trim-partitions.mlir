// RUN: weft-opt %s -weft-trim-partitions -split-input-file | FileCheck %s

// Of a descriptor, the pointer is left that is asked for, and the bounds are.

// CHECK-LABEL: llvm.func @partition(
// CHECK-SAME: %[[A:[a-z0-9]+]]: !llvm.ptr, %{{[a-z0-9]+}}: i64, %{{[a-z0-9]+}}: i64) attributes {sym_visibility = "private", weft.partition}
// CHECK-NOT: llvm.insertvalue
// CHECK-NOT: llvm.extractvalue
// CHECK: llvm.store %{{.*}}, %[[A]]
// CHECK-LABEL: llvm.func @kernel(
// CHECK-SAME: %{{.*}}: !llvm.ptr, %[[ALIGNED:.*]]: !llvm.ptr, %[[SIZE:.*]]: i64
// CHECK: llvm.call @partition(%[[ALIGNED]], %[[SIZE]], %[[SIZE]]) : (!llvm.ptr, i64, i64) -> ()
llvm.func @partition(%allocated: !llvm.ptr, %aligned: !llvm.ptr, %size: i64, %begin: i64, %end: i64) attributes {sym_visibility = "private", weft.partition} {
  %none = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64)>
  %first = llvm.insertvalue %allocated, %none[0] : !llvm.struct<(ptr, ptr, i64)>
  %second = llvm.insertvalue %aligned, %first[1] : !llvm.struct<(ptr, ptr, i64)>
  %all = llvm.insertvalue %size, %second[2] : !llvm.struct<(ptr, ptr, i64)>
  %pointer = llvm.extractvalue %all[1] : !llvm.struct<(ptr, ptr, i64)>
  %one = llvm.mlir.constant(1.0 : f64) : f64
  llvm.store %one, %pointer : f64, !llvm.ptr
  llvm.return
}
llvm.func @kernel(%allocated: !llvm.ptr, %aligned: !llvm.ptr, %size: i64) attributes {weft.kernel} {
  llvm.call @partition(%allocated, %aligned, %size, %size, %size) : (!llvm.ptr, !llvm.ptr, i64, i64, i64) -> ()
  llvm.return
}

// -----

// A structure that is used as a whole needs all of its fields.

// CHECK-LABEL: llvm.func @whole(
// CHECK-SAME: %{{[a-z0-9]+}}: i64, %{{[a-z0-9]+}}: i64, %{{[a-z0-9]+}}: i64, %{{[a-z0-9]+}}: i64)
// CHECK: llvm.insertvalue
// CHECK: llvm.insertvalue
llvm.func @take(!llvm.struct<(i64, i64)>)
llvm.func @whole(%a: i64, %b: i64, %begin: i64, %end: i64) attributes {sym_visibility = "private", weft.partition} {
  %none = llvm.mlir.poison : !llvm.struct<(i64, i64)>
  %first = llvm.insertvalue %a, %none[0] : !llvm.struct<(i64, i64)>
  %both = llvm.insertvalue %b, %first[1] : !llvm.struct<(i64, i64)>
  llvm.call @take(%both) : (!llvm.struct<(i64, i64)>) -> ()
  llvm.return
}
llvm.func @kernel(%a: i64) attributes {weft.kernel} {
  llvm.call @whole(%a, %a, %a, %a) : (i64, i64, i64, i64) -> ()
  llvm.return
}

// -----

// A function that others may call, or that is called twice, keeps its arguments.

// CHECK-LABEL: llvm.func @public(
// CHECK-SAME: %{{[a-z0-9]+}}: i64, %{{[a-z0-9]+}}: i64, %{{[a-z0-9]+}}: i64)
// CHECK-LABEL: llvm.func @twice(
// CHECK-SAME: %{{[a-z0-9]+}}: i64, %{{[a-z0-9]+}}: i64, %{{[a-z0-9]+}}: i64)
// CHECK-LABEL: llvm.func @no_partition(
// CHECK-SAME: %{{[a-z0-9]+}}: i64, %{{[a-z0-9]+}}: i64, %{{[a-z0-9]+}}: i64)
llvm.func @public(%a: i64, %begin: i64, %end: i64) attributes {weft.partition} {
  llvm.return
}
llvm.func @twice(%a: i64, %begin: i64, %end: i64) attributes {sym_visibility = "private", weft.partition} {
  llvm.return
}
llvm.func @no_partition(%a: i64, %begin: i64, %end: i64) attributes {sym_visibility = "private"} {
  llvm.return
}
llvm.func @kernel(%a: i64) attributes {weft.kernel} {
  llvm.call @public(%a, %a, %a) : (i64, i64, i64) -> ()
  llvm.call @twice(%a, %a, %a) : (i64, i64, i64) -> ()
  llvm.call @twice(%a, %a, %a) : (i64, i64, i64) -> ()
  llvm.call @no_partition(%a, %a, %a) : (i64, i64, i64) -> ()
  llvm.return
}

// -----

// What a partition carries is told last, behind bounds that it may not use.

// CHECK-LABEL: llvm.func @partition(%arg0: i64, %arg1: i64, %arg2: i64)
// CHECK-LABEL: llvm.func @kernel(
// CHECK: llvm.call @partition(%arg1, %arg2, %arg3)
llvm.func @partition(%v: f64, %begin: i64, %end: i64, %carried: i64) attributes {weft.partition, weft.appending, sym_visibility = "private"} {
  llvm.return
}
llvm.func @kernel(%v: f64, %begin: i64, %end: i64, %carried: i64) {
  llvm.call @partition(%v, %begin, %end, %carried) : (f64, i64, i64, i64) -> ()
  llvm.return
}
