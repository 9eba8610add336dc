// What has the name of a function of the runtime, and is none.

// RUN: weft-opt %s -weft-guard-partitions -split-input-file -verify-diagnostics

// expected-error @+1 {{'llvm.func' op has the name of a function that kernels need: rename 'weft_rt_join'}}
llvm.func @weft_rt_join()
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

// -----

llvm.func @partition(%begin: i64, %end: i64, %carried: i64) attributes {weft.partition, weft.appending} {
  llvm.return
}
llvm.func @kernel(%n: i64) {
  omp.parallel {
    // expected-error @+1 {{expected what appends to be run outside of a parallel region}}
    llvm.call @partition(%n, %n, %n) : (i64, i64, i64) -> ()
    omp.terminator
  }
  llvm.return
}
