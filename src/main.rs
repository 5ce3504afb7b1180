fn main() -> std::process::ExitCode {
    dealer::cli::run()
}
