// RUN: weft-opt %s -weft-guard-partitions -split-input-file -verify-diagnostics | FileCheck %s

// CHECK-DAG: llvm.func @weft_rt_fork() -> !llvm.ptr
// CHECK-DAG: llvm.func @weft_rt_join(!llvm.ptr)
// CHECK-DAG: llvm.func @weft_rt_run_partition(!llvm.ptr, !llvm.ptr, !llvm.ptr)
// What the kernel only reads, nobody else writes.
// CHECK-LABEL: llvm.func @partition(
// CHECK-SAME: !llvm.ptr {llvm.noalias}
// CHECK-LABEL: llvm.func internal @partition_guarded(%arg0: !llvm.ptr)
// CHECK: %[[P:.*]] = llvm.load {{.*}} -> !llvm.ptr
// CHECK: %[[N:.*]] = llvm.load {{.*}} -> i64
// CHECK: llvm.call @partition(%[[P]], %[[N]])
// CHECK-LABEL: llvm.func @kernel(
// CHECK: %[[TEAM:.*]] = llvm.call @weft_rt_fork()
// CHECK: omp.parallel {
// CHECK: %[[ROOM:.*]] = llvm.alloca
// CHECK: llvm.store %arg0
// CHECK: llvm.store %arg1
// CHECK: %[[THUNK:.*]] = llvm.mlir.addressof @partition_guarded
// CHECK: llvm.call @weft_rt_run_partition(%[[TEAM]], %[[THUNK]], %[[ROOM]])
// CHECK-NOT: llvm.call @partition(
// CHECK: omp.terminator
// CHECK: llvm.call @weft_rt_join(%[[TEAM]])
llvm.func @partition(%a: !llvm.ptr, %n: i64) attributes {weft.partition} {
  llvm.return
}
llvm.func @kernel(%a: !llvm.ptr, %n: i64) attributes {weft.kernel} {
  omp.parallel {
    llvm.call @partition(%a, %n) : (!llvm.ptr, i64) -> ()
    omp.terminator
  }
  llvm.return
}

// -----

// The runtime shares what is outside of a parallel region.

// CHECK-LABEL: llvm.func @partition(
// CHECK-SAME: !llvm.ptr {llvm.noalias}
// CHECK-LABEL: llvm.func internal @partition_shared(%arg0: !llvm.ptr, %arg1: i64, %arg2: i64)
// CHECK: %[[P:.*]] = llvm.load {{.*}} -> !llvm.ptr
// CHECK: llvm.call @partition(%[[P]], %arg1, %arg2)
// CHECK-LABEL: llvm.func @kernel(
// CHECK: %[[ROOM:.*]] = llvm.alloca {{.*}} x !llvm.struct<(ptr)>
// CHECK: llvm.br ^[[LOOP:.*]]
// CHECK: ^[[LOOP]]:
// CHECK-NOT: llvm.alloca
// CHECK: llvm.store
// CHECK: %[[THUNK:.*]] = llvm.mlir.addressof @partition_shared
// CHECK: llvm.call @weft_rt_share(%arg1, %arg2, %[[THUNK]], %[[ROOM]])
// CHECK-NOT: llvm.call @partition(
llvm.func @partition(%a: !llvm.ptr, %begin: i64, %end: i64) attributes {weft.partition} {
  llvm.return
}
llvm.func @kernel(%a: !llvm.ptr, %begin: i64, %end: i64, %again: i1) attributes {weft.kernel} {
  %none = llvm.mlir.poison : !llvm.struct<(ptr, ptr)>
  %first = llvm.insertvalue %a, %none[0] : !llvm.struct<(ptr, ptr)>
  %both = llvm.insertvalue %a, %first[1] : !llvm.struct<(ptr, ptr)>
  %field = llvm.extractvalue %both[0] : !llvm.struct<(ptr, ptr)>
  llvm.br ^loop
^loop:
  llvm.call @partition(%field, %begin, %end) : (!llvm.ptr, i64, i64) -> ()
  llvm.cond_br %again, ^loop, ^done
^done:
  llvm.return
}

// -----

llvm.func @partition(%n: i64) attributes {weft.partition} {
  llvm.return
}
llvm.func @kernel(%n: i64) {
  // expected-error @+1 {{expected a partition of a loop, outside of a parallel region, to take the bounds of its iterations as the last two arguments}}
  llvm.call @partition(%n) : (i64) -> ()
  llvm.return
}

// -----

// Of what appends, it knows what is carried.

// CHECK-LABEL: llvm.func internal @partition_shared(%arg0: !llvm.ptr, %arg1: i64, %arg2: i64, %arg3: i64)
// CHECK: %[[N:.*]] = llvm.load {{.*}} -> f64
// CHECK: llvm.call @partition(%[[N]], %arg1, %arg2, %arg3)
// CHECK-LABEL: llvm.func @kernel(
// CHECK: %[[THUNK:.*]] = llvm.mlir.addressof @partition_shared
// CHECK: %[[CARRIED:.*]] = llvm.inttoptr %arg3 : i64 to !llvm.ptr
// CHECK: llvm.call @weft_rt_share_appends(%arg1, %arg2, %[[THUNK]], %{{.*}}, %[[CARRIED]])
llvm.func @partition(%v: f64, %begin: i64, %end: i64, %carried: i64) attributes {weft.partition, weft.appending} {
  llvm.return
}
llvm.func @kernel(%v: f64, %begin: i64, %end: i64, %carried: i64) attributes {weft.kernel} {
  llvm.call @partition(%v, %begin, %end, %carried) : (f64, i64, i64, i64) -> ()
  llvm.return
}

// -----

llvm.func @partition(%begin: i64, %end: i64) attributes {weft.partition, weft.appending} {
  llvm.return
}
llvm.func @kernel(%n: i64) {
  // expected-error @+1 {{expected a partition of a loop, outside of a parallel region, to take the bounds of its iterations and the address of what it carries as the last three arguments}}
  llvm.call @partition(%n, %n) : (i64, i64) -> ()
  llvm.return
}

// -----

// Modules have their own partitions, and a function with the name of a partition in
// another is none.

// CHECK-LABEL: module @outer {
// CHECK: llvm.func @other() {
// CHECK-NEXT: llvm.call @partition()
// CHECK: module @inner {
// CHECK: llvm.func @weft_rt_fork()
// CHECK: llvm.func internal @partition_guarded(
// CHECK: llvm.func @kernel() {
// CHECK-NOT: llvm.call @partition()
// CHECK: llvm.call @weft_rt_run_partition(
module @outer {
  llvm.func @partition() {
    llvm.return
  }
  llvm.func @other() {
    llvm.call @partition() : () -> ()
    llvm.return
  }
  module @inner {
    llvm.func @partition() attributes {weft.partition} {
      llvm.return
    }
    llvm.func @kernel() {
      omp.parallel {
        llvm.call @partition() : () -> ()
        omp.terminator
      }
      llvm.return
    }
  }
}
